import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts } from 'hono/accepts';
import type { Asset } from './assets.js';
import type { RequestContext } from './request-context.js';

const compress = {
  br: async (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: async (body: Uint8Array) => promisify(gzip)(body, { level: 9 }),
};
type Encoding = keyof typeof compress;

/** Pictures and fonts are compressed by their formats. */
const compressible = /^(?:text\/|application\/(?:javascript|json|manifest\+json|wasm|xml|yaml)|image\/svg)/;
/** What fits in a packet is not worth it. */
const smallest = 1024;

/** The hash of each file, and the file in each encoding that was asked for, while the file stays as it is. */
const known = new WeakMap<Asset, { hash: string; encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>> }>();

/**
 * Sends a file as it is on the disk: compressed where the client takes it, and without a body where the client has it. Only for
 * files: the length of a compressed page would tell what it holds beside what a stranger chose (BREACH).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding RFC 9110, Accept-Encoding}
 */
export async function sendAsset(context: RequestContext, asset: Asset): Promise<Response> {
  const isCompressible = compressible.test(asset.contentType) && asset.body.length >= smallest;
  if (isCompressible) context.header('Vary', 'Accept-Encoding', { append: true });
  const encoding = isCompressible ? chooseEncoding(context) : undefined;
  const { hash, encoded } = readKnown(asset);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  context.header('ETag', etag);
  if (hasIt(context.req.header('If-None-Match'), etag)) return context.body(null, 304);
  if (!encoding) return context.body(asset.body);
  context.header('Content-Encoding', encoding);
  if (!encoded.has(encoding))
    encoded.set(
      encoding,
      compress[encoding](asset.body).then((bytes) => new Uint8Array(bytes)),
    );
  return context.body(await encoded.get(encoding)!);
}

function readKnown(asset: Asset) {
  const found = known.get(asset) ?? {
    hash: createHash('sha256').update(asset.body).digest('base64url').slice(0, 22),
    encoded: new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>(),
  };
  known.set(asset, found);
  return found;
}

/** Brotli if the client takes it, whatever it likes best: it is the smallest. */
function chooseEncoding(context: RequestContext): Encoding | undefined {
  return (['br', 'gzip'] as const).find(
    (encoding) => accepts(context, { header: 'Accept-Encoding', supports: [encoding], default: '' }) === encoding,
  );
}

const hasIt = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
