import { StoreUnavailable } from './database.js';

const attempts = 8;

/**
 * Retries `operation` after short, growing pauses while it fails because of a conflict with another writer.
 *
 * @throws {StoreUnavailable} for every other failure, and when the other writers never gave way.
 */
export async function retryWhile<Result>(
  passes: (error: unknown) => boolean,
  operation: () => Result | Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation();
    } catch (error) {
      if (attempt === attempts || !passes(error)) throw new StoreUnavailable(error);
      // The random part keeps two writers from meeting again.
      const pause = 2 ** attempt * (1 + Math.random());
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}
