/** Everything that can be found in a manifest. Codes are stable; sentences may change. */
export type FindingCode = keyof typeof findingCodes;

/** What each code stands for, in one line. */
export const findingCodes = {
  'not-json': 'The text is not JSON, so nothing in it counts',
} as const;
