/** The longest answer that is read, in bytes. */
const maxAnswerLength = 1_000_000;

/** An answer that goes on after {@link maxAnswerLength}. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** How a request is sent, and when it is given up. */
export interface AskOptions {
  readonly send: (request: Request) => Promise<Response>;
  /** How long the answer may take with its body, in ms. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** What is called when the signal is aborted: a listener of it for each of many requests at once would look like a leak. */
  readonly giveUps: Set<() => void>;
}

/**
 * Sends a request and reads its answer, whether or not `send` heeds the signal of the request. The timer is of its own and
 * is cleared: on Node 20 `AbortSignal.any` does not keep an `AbortSignal.timeout` alive, which then never fires.
 *
 * @throws {DOMException} `TimeoutError` after the deadline.
 * @throws {TooLong} once the answer is longer than {@link maxAnswerLength}.
 * @throws the reason of `signal`, and what `send` throws.
 */
export async function ask(
  create: (signal: AbortSignal) => Request,
  { send, deadline, signal, giveUps }: AskOptions,
): Promise<{ response: Response; text: string }> {
  signal.throwIfAborted();
  const over = new AbortController();
  const giveUp = () => over.abort(signal.reason);
  giveUps.add(giveUp);
  const timer = setTimeout(
    () => over.abort(new DOMException('There was no answer in time.', 'TimeoutError')),
    deadline,
  );
  const ended = new Promise<never>((_resolve, reject) =>
    over.signal.addEventListener('abort', () => reject(over.signal.reason as Error)),
  );
  const answering = async () => {
    const response = await send(create(over.signal));
    return { response, text: await readText(response, over.signal) };
  };
  try {
    return await Promise.race([answering(), ended]);
  } finally {
    clearTimeout(timer);
    giveUps.delete(giveUp);
    over.abort();
  }
}

async function readText({ body }: Response, over: AbortSignal): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  over.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > maxAnswerLength) throw new TooLong(`The answer is longer than ${maxAnswerLength} bytes.`);
    text += decoder.decode(value, { stream: true });
  }
}
