import { limits } from '../tables/limits.js';
import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { FileHandler } from '../types.js';
import { isMediaType, readImages } from './images.js';
import { readFirstKnown } from './launch-handler.js';

const consequence = 'the handler is dropped';
const launchTypes = ['single-client', 'multiple-clients'] as const;
const topLevelTypes = ['application', 'audio', 'example', 'font', 'image', 'message', 'model', 'multipart', 'text', 'video'];

/** How many extensions the handlers together may still bring. */
interface Allowance {
  left: number;
}

/** `file_handlers`. */
export function readFileHandlers(reading: Reading, node: JsonNode): FileHandler[] {
  const allowance = { left: reading.rules === 'chromium' ? limits.extensions : Infinity };
  return reading.objects(node).flatMap((item) => readFileHandler(reading, item, allowance) ?? []);
}

function readFileHandler(reading: Reading, node: JsonNode, allowance: Allowance): FileHandler | undefined {
  const actionNode = memberOf(node, 'action');
  if (!actionNode) reading.reportMissing(node, 'action', consequence);
  const action = reading.urlInScope(actionNode, consequence);
  if (!action) return undefined;
  const name = reading.text(memberOf(node, 'name'));
  const icons = readImages(reading, memberOf(node, 'icons'));
  const accept = readAccept(reading, node, allowance);
  if (Object.keys(accept).length === 0) return undefined;
  return { action: action.href, ...(name && { name }), icons, accept, launch_type: readFirstKnown(reading, memberOf(node, 'launch_type'), launchTypes) ?? 'single-client' };
}

function readAccept(reading: Reading, node: JsonNode, allowance: Allowance): Record<string, string[]> {
  const member = memberOf(node, 'accept');
  if (!member) reading.reportMissing(node, 'accept', consequence);
  const result: Record<string, string[]> = {};
  for (const [type, entry] of reading.object(member, consequence) ?? []) {
    if (!isAcceptable(type)) {
      reading.report('invalid-media-type', entry, `${JSON.stringify(type)} is not a media type; it is passed over.`, { fix: 'such as "image/png" or "image/*"' });
      continue;
    }
    const extensions = readExtensions(reading, entry);
    const kept = extensions.slice(0, allowance.left);
    allowance.left -= kept.length;
    if (kept.length > 0) result[type] = kept;
    if (kept.length < extensions.length) {
      reading.report('too-many', entry, `All file handlers together may name ${limits.extensions} extensions in Chromium; those from ${JSON.stringify(extensions[kept.length])} on are passed over.`, { engines: ['chromium'] });
      break;
    }
  }
  if (member && Object.keys(result).length === 0) reading.report('missing-member', member, `${reading.label(member)} names no file extension that counts; ${consequence}.`, { fix: '{"image/png": [".png"]}' });
  return result;
}

function isAcceptable(type: string): boolean {
  const top = type.split('/')[0]!.trim().toLowerCase();
  return isMediaType(type.split('/').map((part) => part.trim()).join('/')) && (topLevelTypes.includes(top) || /^x-./.test(top));
}

function readExtensions(reading: Reading, node: JsonNode): string[] {
  const items = typeof node.value === 'string' ? [node] : (reading.list(node, 'it is passed over; a list of extensions should stand here') ?? []);
  return items.flatMap((item) => {
    const extension = reading.string(item, 'it is passed over');
    return extension !== undefined && isExtension(reading, item, extension) ? extension : [];
  });
}

function isExtension(reading: Reading, node: JsonNode, extension: string): boolean {
  if (!/^\.[^\p{Cc}\p{Cf}]+$/u.test(extension)) {
    reading.report('invalid-extension', node, `${JSON.stringify(extension.slice(0, 40))} is not a dot and the characters of an extension; it is passed over.`, { fix: 'such as ".png"' });
    return false;
  }
  if (extension.length > limits.extensionLength) {
    const isKept = reading.rules === 'chromium';
    reading.report('too-long', node, `${JSON.stringify(extension.slice(0, 40))} is longer than the ${limits.extensionLength} characters that an extension may have; ${isKept ? 'Chromium takes it all the same' : 'it is passed over'}.`);
    return isKept;
  }
  return true;
}
