import type * as Library from '@simplewebauthn/server';

let library: Promise<typeof Library> | undefined;

/**
 * The WebAuthn library. Its code is read at the first ceremony, so that the server starts without it, and again if it could
 * not be read.
 */
export function loadLibrary(): Promise<typeof Library> {
  library ??= import('@simplewebauthn/server').catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}
