import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin, ViteDevServer } from 'vite';
import { dropManifestLinks, listMissingTags } from './head.js';
import { replaceImages } from './images.js';
import { ProjectManifest, unknownOrigin, type WrittenManifest } from './project-manifest.js';
import type { Complaint } from './check.js';

/** The options of {@link appManifest}. */
export interface AppManifestOptions {
  /** The manifest's file, from the root of the project. Defaults to `manifest.webmanifest`. It keeps its name. */
  source?: string;
  /** Which findings fail a build; all of them are printed. Defaults to `error`. */
  failOn?: 'error' | 'warning' | 'never';
  /**
   * Whether pages get, besides the link, the other tags for the manifest. Tags that a page has already stay. Defaults
   * to true.
   */
  head?: boolean;
  /** Whether advice is printed too: what makes a better app though nothing is broken. Defaults to false. */
  advice?: boolean;
  /** The origin that the app will be at. Needed only if the manifest has addresses with an origin. */
  origin?: string;
}

const ranks = { error: 2, warning: 1, info: 0, advice: 0 };

/**
 * Plugins for Vite 6 and later, for the list `plugins`. They process the manifest of an app as each engine does, and
 * report findings. They give its pictures URLs that change with their content, because an icon that is replaced under
 * its old URL never reaches users who have installed the app. They add the link and the tags for the manifest to every
 * page. In development the manifest is served with the right type and findings are printed, but nothing fails.
 *
 * Frameworks that render pages themselves get no tags: write them with `buildHead` of `latchkey/manifest/site`.
 *
 * A build fails if the manifest cannot be read, or has a finding of the level in `failOn`.
 *
 * @throws {TypeError} naming the option that is wrong.
 */
export function appManifest(options: AppManifestOptions = {}): Plugin[] {
  const { source, failOn, head, origin, advice } = checkOptions(options);
  const isPrinted = ({ level }: Complaint): boolean => advice || level !== 'advice';
  let manifest: ProjectManifest;
  let isBuild = false;
  let written: WrittenManifest | undefined;
  let built: string | undefined;
  const references = new Map<string, string>();
  /** The `crossorigin` of each page's own link. */
  const linkedWith = new Map<string, string | undefined>();
  let hasPages = false;

  const main: Plugin = {
    name: 'latchkey:app-manifest',
    applyToEnvironment: ({ config: { consumer } }) => consumer === 'client',

    configResolved(config) {
      if (!('environments' in config)) throw new Error('appManifest() needs Vite 6 or later.');
      manifest = new ProjectManifest(config, source, origin);
      isBuild = config.command === 'build';
    },

    async buildStart() {
      if (!isBuild) return;
      this.addWatchFile(manifest.file);
      written = await manifest.read();
      const complaints = (await manifest.check(written)).filter(isPrinted);
      for (const complaint of complaints) this.warn(manifest.describe(complaint));
      const fatal = failOn === 'never' ? [] : complaints.filter(({ level }) => ranks[level] >= ranks[failOn]);
      if (fatal.length > 0)
        this.error(`${manifest.place} has errors (${fatal.length} of the findings above). ${fatal[0]!.message}`);
      references.clear();
      for (const { file } of written.images) {
        if (!file || references.has(file)) continue;
        this.addWatchFile(file);
        references.set(
          file,
          this.emitFile({ type: 'asset', name: basename(file), originalFileName: file, source: await readFile(file) }),
        );
      }
    },

    generateBundle: {
      order: 'pre',
      handler() {
        if (!hasPages)
          this.info(
            'No page of this build is an HTML file, so none links the manifest. Write its tags with buildHead().',
          );
        const { text, images } = written!;
        // Relative to the manifest, so that they are right wherever the app is put.
        built = replaceImages(text, images, ({ file }) => (file ? this.getFileName(references.get(file)!) : undefined));
        this.emitFile({ type: 'asset', fileName: manifest.name, source: built });
      },
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.replace(/[?#].*$/, '') !== manifest.path) return next();
        manifest.read().then(
          (written) => {
            response.setHeader('Content-Type', 'application/manifest+json');
            response.setHeader('Cache-Control', 'no-cache');
            response.end(manifest.serve(written));
          },
          (error: Error) => {
            response.statusCode = 404;
            response.setHeader('Content-Type', 'text/plain');
            response.end(error.message);
          },
        );
      });
      server.watcher.add(manifest.file);
      const follow = (changed: string): void => {
        if (changed !== manifest.file) return;
        server.ws.send({ type: 'full-reload' });
        void printFindings(server, manifest, isPrinted);
      };
      // Some editors write another file and replace the old one by it.
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, follow);
      void printFindings(server, manifest, isPrinted);
    },

    transformIndexHtml: {
      order: 'pre',
      handler(page, { path }) {
        hasPages = true;
        const { html, crossorigin } = dropManifestLinks(page);
        linkedWith.set(path, crossorigin);
        return html;
      },
    },
  };

  const tags: Plugin = {
    name: 'latchkey:app-manifest-head',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        const text = built ?? (await readServed(manifest));
        // The terminal has shown the reason and the position.
        if (text === undefined) return [];
        const missing = listMissingTags(html, manifest.process(text), {
          prefix: manifest.wayFrom(path),
          crossorigin: linkedWith.get(path),
        });
        return missing
          .filter(({ attributes: { rel } }) => head || rel === 'manifest')
          .map(({ name, attributes }): HtmlTagDescriptor => ({ tag: name, attrs: attributes, injectTo: 'head' }));
      },
    },
  };

  return [main, tags];
}

/** The manifest as the development server hands it out; undefined if it cannot be read. */
async function readServed(manifest: ProjectManifest): Promise<string | undefined> {
  try {
    return manifest.serve(await manifest.read());
  } catch {
    return undefined;
  }
}

/** Prints the findings of the manifest in the terminal of a development server. */
async function printFindings(
  { config: { logger } }: ViteDevServer,
  manifest: ProjectManifest,
  isPrinted: (complaint: Complaint) => boolean,
): Promise<void> {
  try {
    for (const complaint of (await manifest.check(await manifest.read())).filter(isPrinted))
      logger.warn(manifest.describe(complaint), { timestamp: true });
  } catch (error) {
    logger.error((error as Error).message, { timestamp: true });
  }
}

function checkOptions({
  source = 'manifest.webmanifest',
  failOn = 'error',
  head = true,
  advice = false,
  origin = unknownOrigin,
}: AppManifestOptions): Required<AppManifestOptions> {
  if (typeof source !== 'string' || source === '') throw new TypeError('"source" must be the path of a file');
  if (!['error', 'warning', 'never'].includes(failOn))
    throw new TypeError('"failOn" must be "error", "warning" or "never"');
  for (const [name, value] of Object.entries({ head, advice }))
    if (typeof value !== 'boolean') throw new TypeError(`"${name}" must be a boolean`);
  if (!URL.canParse(origin) || new URL(origin).origin !== origin.replace(/\/$/, ''))
    throw new TypeError('"origin" must be an origin, such as "https://app.example"');
  return { source, failOn, head, advice, origin };
}
