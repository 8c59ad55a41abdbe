import type { JsonNode } from '../../manifest/json-node.js';
import { pathOf } from '../../manifest/json-node.js';
import { readJson } from '../../manifest/json-reader.js';

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
  isNarrow: boolean;
}

/** Lists the images in the text of a manifest, in order: icons of the app, its shortcuts, file handlers and languages, and screenshots. */
export function listImages(text: string, manifestUrl: string): NamedImage[] {
  const { root } = readJson(text);
  const images: NamedImage[] = [];
  const pending = root ? [root] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const image = readImage(node, manifestUrl);
    if (image) images.push(image);
    if (node.value instanceof Map) pending.push(...[...node.value.values()].reverse());
    else if (Array.isArray(node.value)) pending.push(...node.value.toReversed());
  }
  return images;
}

function readImage(node: JsonNode, manifestUrl: string): NamedImage | undefined {
  const { value, start } = node;
  const path = pathOf(node);
  const kind = /^screenshots\[\d+\]\.src$/.test(path) ? 'screenshot' : 'icon';
  if (kind === 'icon' && !/(^|\.)(icons\[\d+\]|icons_localized(\.[\w-]+|\["[^"]+"\])\[\d+\])\.src$/.test(path)) return undefined;
  if (typeof value !== 'string' || value === '' || !URL.canParse(value, manifestUrl)) return undefined;
  const member = (name: string): string | undefined => {
    const sibling = node.parent?.value instanceof Map ? node.parent.value.get(name)?.value : undefined;
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
    isNarrow: member('form_factor') === 'narrow',
  };
}
