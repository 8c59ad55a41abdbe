import type { JsonNode } from '../json-node.js';
import { memberOf, missing, type Reading } from '../reading.js';
import type { ShareTarget } from '../types.js';
import { isMediaType } from './images.js';

type Files = NonNullable<ShareTarget['params']['files']>;

const consequence = 'the whole share target is dropped';
const methods = ['get', 'post'] as const;
const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/**
 * `share_target`: all of it, or nothing.
 *
 * @see {@link https://w3c.github.io/web-share-target/#share_target-member Web Share Target}
 */
export function readShareTarget(reading: Reading, node: JsonNode): ShareTarget | undefined {
  if (!reading.object(node)) return undefined;
  const action = readAction(reading, node);
  const method = readKeyword(reading, node, 'method', methods);
  const enctype = readKeyword(reading, node, 'enctype', enctypes);
  const params = readParams(reading, node);
  if (!action || !method || !enctype || !params || !isSound(reading, node, method, enctype, params)) return undefined;
  return { action: action.href, method: method === 'get' ? 'GET' : 'POST', enctype, params };
}

function readAction(reading: Reading, node: JsonNode): URL | undefined {
  const action = memberOf(node, 'action');
  if (!action) reading.reportMissing(node, 'action', consequence);
  return reading.urlInScope(action, consequence);
}

/** In whatever case; the first value is the default. */
function readKeyword<Value extends string>(reading: Reading, node: JsonNode, name: string, values: readonly Value[]): Value | undefined {
  const member = memberOf(node, name);
  if (!member) return values[0];
  const text = reading.string(member, consequence);
  const value = values.find((candidate) => candidate === text?.toLowerCase());
  if (text !== undefined && !value) {
    reading.report('unknown-value', member, `${reading.label(member)} is ${JSON.stringify(text)}; ${consequence}.`, { fix: `one of ${values.join(', ').replace('get, post', 'GET, POST')}` });
  }
  return value;
}

function readParams(reading: Reading, node: JsonNode): ShareTarget['params'] | undefined {
  const params = memberOf(node, 'params');
  if (!params) reading.reportMissing(node, 'params', consequence);
  if (!params || !reading.object(params, consequence)) return undefined;
  const [title, text, url] = ['title', 'text', 'url'].map((name) => reading.text(memberOf(params, name)));
  const files = readFiles(reading, memberOf(params, 'files'));
  return { ...(title && { title }), ...(text && { text }), ...(url && { url }), ...(files.length > 0 && { files }) };
}

function readFiles(reading: Reading, node: JsonNode | undefined): Files {
  if (!node) return [];
  const items = node.value instanceof Map ? [node] : reading.objects(node);
  return items.flatMap((item) => {
    const name = readFileName(reading, item);
    const accept = readAccept(reading, item);
    return name && accept.length > 0 ? { name, accept } : [];
  });
}

function readFileName(reading: Reading, node: JsonNode): string | undefined {
  const name = memberOf(node, 'name');
  if (!name) reading.reportMissing(node, 'name', 'the entry is dropped');
  const text = reading.string(name, 'the entry is dropped');
  if (text === '') reading.report('empty-text', name!, `${reading.label(name!)} is empty; the entry is dropped.`);
  return text;
}

function readAccept(reading: Reading, node: JsonNode): string[] {
  const accept = memberOf(node, 'accept');
  if (!accept) reading.reportMissing(node, 'accept', 'the entry is dropped');
  if (typeof accept?.value === 'string') return [accept.value];
  return (reading.list(accept, 'the entry is dropped; a text or a list of texts would do') ?? []).flatMap((item) => reading.string(item) ?? []);
}

function isSound(reading: Reading, node: JsonNode, method: string, enctype: string, { files }: ShareTarget['params']): boolean {
  const isMultipart = enctype === 'multipart/form-data';
  if (method === 'get' && isMultipart) {
    reading.report('invalid-combination', memberOf(node, 'enctype') ?? node, `"multipart/form-data" needs the method POST; ${consequence}.`, { fix: '"method": "POST"' });
    return false;
  }
  if (!files) return true;
  if (method !== 'post' || !isMultipart) {
    reading.report('invalid-combination', memberOf(node, 'params') ?? missing(node, 'params'), `Files can be shared only by POST as multipart/form-data; ${consequence}.`, {
      fix: '"method": "POST", "enctype": "multipart/form-data"',
    });
    return false;
  }
  const wrong = files.flatMap(({ accept }) => accept).find((type) => !type.startsWith('.') && !isMediaType(type.split('/').map((part) => part.trim()).join('/')));
  if (wrong === undefined) return true;
  reading.report('invalid-media-type', memberOf(memberOf(node, 'params')!, 'files')!, `${JSON.stringify(wrong)} is neither a media type nor a file extension; ${consequence}.`, { fix: 'such as "image/*" or ".png"' });
  return false;
}
