/**
 * Why a command cannot run, in one sentence for the user: wrong usage, or an unreachable target. The program exits with
 * code 2.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The command for more help; only for wrong usage. */
  readonly hint: string | undefined;

  constructor(sentence: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.hint = hint;
  }
}
