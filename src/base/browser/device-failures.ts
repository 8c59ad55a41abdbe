const names: readonly unknown[] = [
  'NotReadableError',
  'UnknownError',
  'DataError',
  'NetworkError',
  'EncodingError',
  'TimeoutError',
];

/**
 * Whether an exception of this name says that the device, its password manager or its wallet has failed, so that no user
 * has declined anything.
 */
export const isDeviceFailure = (name: unknown): boolean => names.includes(name);
