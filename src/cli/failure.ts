/**
 * Why a command cannot run, in one sentence for the user: wrong usage, or an unreachable target. The program exits with
 * code 2.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The command for more help; only for wrong usage. */
  readonly hint: string | undefined;
  /** Whether it is this program that gave up, where a browser may not. */
  readonly isLimit: boolean;

  constructor(
    sentence: string,
    { hint, cause, isLimit = false }: { hint?: string; cause?: unknown; isLimit?: boolean } = {},
  ) {
    super(sentence, { cause });
    this.hint = hint;
    this.isLimit = isLimit;
  }
}
