import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import { parseJson } from '../json.js';
import type { Env, RequestContext } from '../services.js';

const limit = 32_768;

/** Reads at most `limit` bytes, and gives up at the first one more instead of waiting for the end. */
async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
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

/** Reads the body into the context before anything parses it. A body over 32,768 bytes is 413, announced or not. */
export const readBody: MiddlewareHandler<Env> = async (context, next) => {
  const announced = context.req.header('Content-Length');
  if (Number(announced ?? 0) > limit) refuseLength();
  // The runtime holds a body to its announced length, and reads it faster than a stream.
  if (announced !== undefined) context.set('body', new Uint8Array(await context.req.arrayBuffer()));
  else context.set('body', context.req.raw.body ? await readStream(context.req.raw.body) : new Uint8Array());
  if (context.get('body').length > limit) refuseLength();
  await next();
};

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

/** For endpoints that take no body: an empty one needs no Content-Type, and any other must still be JSON. */
export const refuseMalformedBody: MiddlewareHandler<Env> = async (context, next) => {
  if (context.get('body').length > 0) readJson(context);
  await next();
};
