import { pathOf, type JsonNode } from '../json-node.js';
import { readJson } from '../json-reader.js';

/** An image that a manifest names, and where. */
export interface NamedImage {
  /** Absolute. */
  url: string;
  /** Such as `icons[0].src`, and as it is written there. */
  path: string;
  written: string;
  /** Index of the address in the text. */
  start: number;
  kind: 'icon' | 'screenshot';
  /** As declared; tokens in lower case. */
  sizes: string[];
  type: string | undefined;
  isMaskable: boolean;
}

/** How deep the address of an image can be: `shortcuts[0].icons_localized.de[0].src`. */
const deepest = 6;
/** Real manifests have fewer. */
const most = 200;

/**
 * Lists the images in the text of a manifest, in order: icons of the app, its shortcuts, file handlers and languages,
 * and screenshots; the first 200.
 */
export function listImages(text: string, manifestUrl: string): NamedImage[] {
  const { root } = readJson(text);
  const images: NamedImage[] = [];
  const pending = root ? [{ node: root, depth: 0 }] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next;
    const image = node.key === 'src' ? readImage(node, manifestUrl) : undefined;
    if (image) images.push(image);
    if (depth === deepest || typeof node.value !== 'object' || node.value === null) continue;
    for (const child of node.value.values()) pending.push({ node: child, depth: depth + 1 });
  }
  return images.sort((one, other) => one.start - other.start).slice(0, most);
}

function readImage(node: JsonNode, manifestUrl: string): NamedImage | undefined {
  const { value, start, parent } = node;
  const path = pathOf(node);
  const kind = /^screenshots\[\d+\]\.src$/.test(path) ? 'screenshot' : 'icon';
  if (kind === 'icon' && !/(^|\.)(icons\[\d+\]|icons_localized(\.[\w-]+|\["[^"]+"\])\[\d+\])\.src$/.test(path))
    return undefined;
  if (typeof value !== 'string' || value === '' || !URL.canParse(value, manifestUrl)) return undefined;
  const member = (name: string): string | undefined => {
    const sibling = parent?.value instanceof Map ? parent.value.get(name)?.value : undefined;
    return typeof sibling === 'string' ? sibling.trim().toLowerCase() : undefined;
  };
  return {
    url: new URL(value, manifestUrl).href,
    path,
    written: value,
    start,
    kind,
    sizes: (member('sizes') ?? '').split(/\s+/).filter(Boolean),
    type: member('type')?.split(';')[0]!.trim(),
    isMaskable: (member('purpose') ?? '').split(/\s+/).includes('maskable'),
  };
}
