/**
 * Why a command cannot do its work, in one sentence for whoever called it: wrong usage, or something out of reach. The
 * program ends with code 2.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What to type to learn more; only for wrong usage. */
  readonly hint: string | undefined;

  constructor(sentence: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.hint = hint;
  }
}
