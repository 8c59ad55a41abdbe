type Library = typeof import('@simplewebauthn/server');

let library: Promise<Library> | undefined;

/** The WebAuthn library. Its code is read at the first ceremony, so that the server starts without it. */
export const loadLibrary = (): Promise<Library> => (library ??= import('@simplewebauthn/server'));
