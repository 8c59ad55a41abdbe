/** The server cannot start. The message is one sentence for the user who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The code of a system's error, or its message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
