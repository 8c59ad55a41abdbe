import { readFile } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { processManifest } from '../process.js';
import type { ProcessedResult } from '../types.js';
import { checkManifest, type Complaint } from './check.js';
import { listLocalImages, replaceImages, type LocalImage } from './images.js';

/** A manifest as it is written, and the files that it names. */
export interface WrittenManifest {
  readonly text: string;
  readonly images: readonly LocalImage[];
}

/** Stands for the origin of an app that does not say where it will be. */
export const unknownOrigin = 'https://app.invalid';

/** The manifest of one project: where it is, where it will be, and what is in it. */
export class ProjectManifest {
  /** The absolute path of its file. */
  readonly file: string;
  /** Its name in the output: that of its file. */
  readonly name: string;
  readonly #config: ResolvedConfig;
  readonly #origin: string;

  constructor(config: ResolvedConfig, source: string, origin: string) {
    this.#config = config;
    this.#origin = origin;
    this.file = resolve(config.root, source);
    this.name = basename(source);
  }

  /** Its file, from the root of the project, for people. */
  get place(): string {
    return relative(this.#config.root, this.file);
  }

  /** Its path on the origin of the app. Where the app does not know where it will be, as if that were the root. */
  get path(): string {
    return this.#base + encodePath(this.name);
  }

  get #base(): string {
    return this.#config.base.startsWith('/') ? this.#config.base : '/';
  }

  /** The URLs of the manifest and the pages; they differ if assets have a separate base URL. */
  get #urls(): { manifestUrl: string; documentUrl: string } {
    const { base } = this.#config;
    const home = URL.canParse(base) ? base : new URL(this.#base, this.#origin).href;
    return {
      manifestUrl: new URL(encodePath(this.name), home).href,
      documentUrl: new URL(this.#base, this.#origin).href,
    };
  }

  /** @throws {Error} if its file cannot be read. */
  async read(): Promise<WrittenManifest> {
    try {
      const text = await readFile(this.file, 'utf8');
      const { root, publicDir: publicFolder } = this.#config;
      return { text, images: listLocalImages(text, { manifest: this.file, root, publicFolder, base: this.#base }) };
    } catch (cause) {
      throw new Error(
        `The manifest ${this.place} cannot be read. Set "source" to its path, relative to ${this.#config.root}.`,
        { cause },
      );
    }
  }

  /** What is wrong with it, and advice. */
  async check({ text, images }: WrittenManifest): Promise<Complaint[]> {
    const isUnknown = this.#origin === unknownOrigin;
    // Whether pages are at the origin of the files is not known then.
    const isGuess = isUnknown && URL.canParse(this.#config.base);
    const complaints = await checkManifest(text, this.#urls, images);
    return complaints.map((complaint) => ({
      ...complaint,
      ...(isGuess && complaint.isObstacle && { level: 'warning' }),
      // An origin that was made up is no help.
      message: complaint.message.replace(/https:\/\/app\.invalid(\/?)/g, (_, slash) => slash || 'that of the app'),
    }));
  }

  /** A complaint as compilers write theirs, so that terminals lead to its place. */
  describe({ level, message, place }: Complaint): string {
    return `${this.place}${place ? `:${place.line}:${place.column}` : ''} ${level}: ${message}`;
  }

  /** What the head of a page is made from. */
  process(text: string): ProcessedResult {
    return processManifest(text, { ...this.#urls, engine: 'chromium' });
  }

  /** Its text as the development server hands it out: with pictures where that server has their files. */
  serve({ text, images }: WrittenManifest): string {
    const { publicDir, root } = this.#config;
    return replaceImages(text, images, ({ file }) => {
      if (!file) return undefined;
      const folder = [publicDir, root].find((candidate) => candidate && file.startsWith(candidate + sep));
      return (
        this.#base +
        encodePath((folder ? relative(folder, file) : `@fs/${file}`).replaceAll(sep, '/').replace('@fs//', '@fs/'))
      );
    });
  }

  /**
   * The prefix of paths on the app's origin in a page: the relative path to the root if the app has a relative base;
   * otherwise empty.
   */
  wayFrom(page: string): string {
    const { base } = this.#config;
    if (base !== '' && base !== './') return '';
    return '../'.repeat(page.replace(/^\//, '').split('/').length - 1) || './';
  }
}

/** A path of files as one of an address. */
function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}
