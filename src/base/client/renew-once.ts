import { LatchError } from './errors.js';

/**
 * Runs `ceremony`, and once more if the backend says that its challenge has expired, most likely because the session has
 * ended that it belonged to. `mayRepeat` says whether the browser would still show its dialog.
 *
 * @throws what `ceremony` rejects with.
 */
export async function renewOnce<Result>(
  ceremony: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  try {
    return await ceremony();
  } catch (error) {
    if (!(error instanceof LatchError) || error.code !== 'challenge_expired' || !mayRepeat()) throw error;
    return ceremony();
  }
}
