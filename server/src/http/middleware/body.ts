import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { Services } from '../../services.js';
import { decodeText, parseJson } from '../json.js';
import { Refusal } from '../refusal.js';
import type { Env, RequestContext } from '../request-context.js';
import type { Saturation } from './saturation.js';

const limit = 32_768;

/** Reads at most `limit` bytes, and gives up at the first one more instead of waiting for the end. */
async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      void reader.cancel();
      refuseLength();
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

function refuseLength(): never {
  throw new Refusal(413, 'too_large', { message: `The body is longer than ${limit} bytes.` });
}

/** Reads an announced body at once, which is faster than by a stream; the runtime holds it to its length. */
async function readAll(request: HonoRequest): Promise<Uint8Array> {
  const announced = request.header('Content-Length');
  if (announced !== undefined) return new Uint8Array(await request.arrayBuffer());
  return request.raw.body ? readStream(request.raw.body) : new Uint8Array();
}

/** What the engine says when something has read the body of the request before. */
const isReadBefore = (error: unknown): boolean =>
  error instanceof TypeError && /unusable|disturbed|locked|already (?:been )?(?:read|used)/i.test(error.message);

/**
 * Reads the body into the context before anything parses it. A body over 32,768 bytes is 413, announced or not. One that an
 * app has read before, as `express.json()` does, is 400 with the reason, which is also logged once.
 */
export function readBody(
  { clientOf, log }: Pick<Services, 'clientOf' | 'log'>,
  { receive }: Saturation,
): MiddlewareHandler<Env> {
  const message =
    'Something has read the body of the request before this server. Mount it before express.json() and everything else that reads bodies.';
  let isNoted = false;
  const refuseReadBefore = (): never => {
    if (!isNoted) log({ level: 'error', event: 'body-read-before', message });
    isNoted = true;
    throw new Refusal(400, 'bad_request', { message });
  };
  return async (context, next) => {
    const announced = Number(context.req.header('Content-Length') ?? 0);
    if (announced > limit) refuseLength();
    const body = await receive(clientOf(context), () => readAll(context.req)).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      if (isReadBefore(error)) return refuseReadBefore();
      // The connection broke. The client does not get this response, but it must not be logged as a fault of the server.
      throw new Refusal(400, 'bad_request', { message: 'The body ended too early.' });
    });
    if (body.length > limit) refuseLength();
    if (body.length === 0 && announced > 0) refuseReadBefore();
    context.set('body', body);
    await next();
  };
}

/** The media type of the body in lower case, without parameters. */
export function mediaType(context: RequestContext): string {
  return (context.req.header('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
}

/** Parses the body as JSON. @throws {Refusal} 400 for another content type or anything but JSON. */
export function readJson(context: RequestContext): unknown {
  if (mediaType(context) !== 'application/json') {
    throw new Refusal(400, 'bad_request', { message: 'The Content-Type must be application/json.' });
  }
  return parseJson(context.get('body'));
}

/** The media type of a form. */
export const formType = 'application/x-www-form-urlencoded';

/**
 * Reads the fields of a posted form. @throws {Refusal} 400 for a field that is given twice, because which one counts
 * would be a guess.
 */
export function readForm(context: RequestContext): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(decodeText(context.get('body')))) {
    if (name in fields) throw new Refusal(400, 'bad_request', { message: 'A field is given twice.' });
    fields[name] = value;
  }
  return fields;
}

/** For endpoints that take no body: an empty one needs no Content-Type, and any other must still be JSON. */
export const refuseMalformedBody: MiddlewareHandler<Env> = async (context, next) => {
  if (context.get('body').length > 0) readJson(context);
  await next();
};
