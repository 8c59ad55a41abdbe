import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathOf, type JsonNode } from '../json-node.js';
import { readJson } from '../json-reader.js';

/** A picture that a manifest names by an address without an origin: a file of the project. */
export interface LocalImage {
  /** Where in the manifest: `icons[0].src`. */
  readonly path: string;
  /** The address as it is written. */
  readonly written: string;
  /** Where it stands in the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** The file; undefined if there is none. */
  readonly file: string | undefined;
}

/** Where the files of a project are, as absolute paths, and where they are served. */
export interface Places {
  /** The manifest's file. */
  readonly manifest: string;
  readonly root: string;
  /** Empty if there is none. */
  readonly publicFolder: string;
  /** The path of the app on its origin, with a slash at both ends. */
  readonly base: string;
}

/** Lists the pictures of a manifest that are files of the project, in the order of the text. */
export function listLocalImages(text: string, places: Places): LocalImage[] {
  const { root } = readJson(text);
  const images: LocalImage[] = [];
  const pending = root ? [root] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { value, start, end } = node;
    const path = pathOf(node);
    // Every member `src` in a list of pictures, anywhere in the manifest: icons, screenshots, shortcuts, file handlers,
    // languages.
    if (
      typeof value === 'string' &&
      /(icons|screenshots).*\]\.src$/.test(path) &&
      !/^([a-z][\w+.-]*:|\/\/|$)/i.test(value)
    )
      images.push({ path, written: value, start, end, file: findFile(value, places) });
    pending.push(...childrenOf(node));
  }
  return images.sort((one, other) => one.start - other.start);
}

/** Writes other addresses into a text, in the places of the old ones. */
export function replaceImages(
  text: string,
  images: readonly LocalImage[],
  addressOf: (image: LocalImage) => string | undefined,
): string {
  return images.toReversed().reduce((written, image) => {
    const address = addressOf(image);
    return address === undefined
      ? written
      : written.slice(0, image.start) + JSON.stringify(address) + written.slice(image.end);
  }, text);
}

function childrenOf({ value }: JsonNode): JsonNode[] {
  if (value instanceof Map) return [...value.values()];
  return Array.isArray(value) ? value : [];
}

/**
 * The file behind an address: beside the manifest, in the public folder, or below the root, as a browser that loads the
 * manifest from `base` would find it.
 */
function findFile(address: string, { manifest, root, publicFolder, base }: Places): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(address.replace(/[?#].*$/, ''));
  } catch {
    // No file has such a name.
    return undefined;
  }
  const below = path.startsWith(base) ? path.slice(base.length) : path.replace(/^\/+/, '');
  const places = path.startsWith('/')
    ? [publicFolder && join(publicFolder, below), join(root, below)]
    : [resolve(dirname(manifest), path), publicFolder && join(publicFolder, path)];
  return places.find((file) => file && existsSync(file) && statSync(file).isFile());
}
