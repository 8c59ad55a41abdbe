import { within } from './deadline.js';

/** How long a sign-in waits in line, in ms. */
const patience = 2000;

/**
 * Does `work`, which signs somebody in, when no options are being fetched, in this tab or another one: their answer may
 * bring a new visitor the cookie of an anonymous session, and if that came last, the person would be signed out
 * again at once. A tab that holds up the line for long does not hold up a person.
 *
 * @throws what `work` rejects with.
 */
export async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  let begun: Promise<Result> | undefined;
  const begin = () => (begun ??= work());
  try {
    await within(patience, () => navigator.locks?.request('latchkey', begin));
  } catch {
    // Either the line is long, or `work` has failed: then it fails below.
  }
  return begin();
}
