import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  build,
  createLogger,
  createServer,
  type InlineConfig,
  type Logger,
  type Rolldown,
  type ViteDevServer,
} from 'vite';
import { appManifest, type AppManifestOptions } from '../../../src/manifest/vite/index.js';

/** A picture of which nothing matters but its bytes. */
export const picture = (mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>${mark}</title></svg>`;

export const page = (head = ''): string =>
  `<!doctype html>\n<html lang="en">\n  <head>\n    <title>Ladder</title>${head}\n  </head>\n  <body></body>\n</html>\n`;

/** A manifest with nothing to complain about. */
export const sound = {
  id: '/',
  name: 'Ladder',
  start_url: '.',
  display: 'standalone',
  theme_color: '#123456',
  icons: [{ src: 'icons/any.svg', sizes: 'any', type: 'image/svg+xml' }],
};

/** An app in a folder of its own. */
export interface Project {
  folder: string;
  write(file: string, text: string): Promise<void>;
  /** What Vite says while it builds or serves, line by line. */
  said: string[];
  /** Builds it. Resolves with the files below `dist`, by their paths. */
  build(options?: AppManifestOptions, config?: InlineConfig): Promise<Map<string, string>>;
  /** Builds it with every change. `next` resolves after each build, with the files, or undefined if it failed. */
  watch(options?: AppManifestOptions): Promise<{ next(): Promise<Map<string, string> | undefined> }>;
  /** Serves it at a free port. */
  serve(options?: AppManifestOptions, config?: InlineConfig): Promise<{ origin: string; server: ViteDevServer }>;
  remove(): Promise<void>;
}

/** Makes a project of these files. */
export async function createProject(files: Record<string, string>): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-vite-'));
  const servers: ViteDevServer[] = [];
  const watchers: Rolldown.RolldownWatcher[] = [];
  const said: string[] = [];
  const listener = createLogger('info', { allowClearScreen: false });
  const note = (message: string): void => void said.push(message);
  const customLogger: Logger = { ...listener, info: () => {}, warn: note, warnOnce: note, error: note };
  const shared = (options: AppManifestOptions | undefined): InlineConfig => ({
    root: folder,
    configFile: false,
    customLogger,
    // Without it Vite takes the nearest folder above that has packages, which may be somebody else's.
    cacheDir: join(folder, '.vite'),
    plugins: [appManifest(options)],
  });

  const project: Project = {
    folder,
    said,
    async write(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    },
    async build(options, config) {
      await build({ ...shared(options), ...config });
      return readBuilt(folder);
    },
    async watch(options) {
      const watcher = (await build({ ...shared(options), build: { watch: {} } })) as Rolldown.RolldownWatcher;
      watchers.push(watcher);
      const ends: Promise<Map<string, string> | undefined>[] = [];
      let tell = (): void => {};
      watcher.on('event', (event) => {
        if (event.code !== 'BUNDLE_END' && event.code !== 'ERROR') return;
        ends.push(event.code === 'ERROR' ? Promise.resolve(undefined) : readBuilt(folder));
        tell();
      });
      return {
        async next() {
          if (ends.length === 0) await new Promise<void>((resolve) => (tell = resolve));
          return ends.shift();
        },
      };
    },
    async serve(options, config) {
      const server = await createServer({
        ...shared(options),
        server: { port: 0, host: '127.0.0.1', watch: { useFsEvents: false } },
        ...config,
      });
      servers.push(server);
      await server.listen();
      return { origin: new URL(server.resolvedUrls!.local[0]!).origin, server };
    },
    async remove() {
      await Promise.all([...servers, ...watchers].map((running) => running.close()));
      await rm(folder, { recursive: true });
    },
  };
  for (const [file, text] of Object.entries(files)) await project.write(file, text);
  return project;
}

/** The files below `dist`, by their paths. */
async function readBuilt(folder: string): Promise<Map<string, string>> {
  const paths = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
  const found = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      found.map(async (path) => [path.slice(join(folder, 'dist/').length), await readFile(path, 'utf8')] as const),
    ),
  );
}
