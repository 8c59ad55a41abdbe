import { listRepositoryFiles } from '../support/node/repository-files.js';
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { patience } from '../support/node/patience.js';
import type { Stranger } from './stranger.js';

/** A fenced block of a document: its language, its text and where it begins (`README.md:12`). */
export interface Snippet {
  language: string;
  text: string;
  place: string;
}

/** What is wrong with a snippet, as a sentence that begins with its place. */
export type Complaint = string;

/** Takes the fenced blocks out of a Markdown document, in order. */
export function extractSnippets(document: string, file: string): Snippet[] {
  return [...document.matchAll(/^```([\w-]*)[^\n]*\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1]!,
    text: match[2]!,
    place: `${file}:${document.slice(0, match.index).split('\n').length}`,
  }));
}

/** How many pages are looked at in the same time: a page mostly waits until nothing is loaded any more. */
const pagesAtOnce = 3;

/** Each check writes into a folder of its own in the project. */
let checks = 0;

/**
 * Type-checks the TypeScript and JavaScript programs among `snippets` in the project of `stranger`, strictly: with all
 * types of the package, unless a program uses other packages too. Programs of service workers have other globals.
 */
export async function checkTypes(snippets: Snippet[], stranger: Stranger): Promise<Complaint[]> {
  const programs = snippets.filter(({ language }) => ['ts', 'js', 'typescript', 'javascript'].includes(language));
  const isOfWorker = ({ text }: Snippet) => /\b(startWorker|addWorkerListeners)\(/.test(text);
  const isAlone = ({ text }: Snippet) =>
    [...text.matchAll(/\b(?:from|import) '([^.'][^']*)'/g)].every(([, name]) => /^latchkey(\/(?!vite)|$)/.test(name!));
  const others = programs.filter((program) => !isOfWorker(program));
  const page = ['ES2023', 'DOM', 'DOM.Iterable'];
  const complaints = [
    await checkTogether(others.filter(isAlone), { lib: page, skipLibCheck: false }, stranger),
    await checkTogether(
      others.filter((program) => !isAlone(program)),
      { lib: page, skipLibCheck: true },
      stranger,
    ),
    await checkTogether(programs.filter(isOfWorker), { lib: ['ES2022', 'WebWorker'], skipLibCheck: false }, stranger),
  ];
  return complaints.flat();
}

async function checkTogether(programs: Snippet[], options: object, stranger: Stranger): Promise<Complaint[]> {
  if (programs.length === 0) return [];
  const files = new Map(
    programs.map((snippet, index) => [`snippet-${index}.${snippet.language.startsWith('j') ? 'js' : 'ts'}`, snippet]),
  );
  const folder = `programs-${(checks += 1)}`;
  for (const [file, { text }] of files) await stranger.write(`${folder}/${file}`, `${text}\nexport {};\n`);
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    ...options,
  };
  await stranger.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['.'] }));
  const { code, output } = await stranger.run('tsc', ['-p', folder, '--pretty', 'false']);
  if (code === 0) return [];
  return output
    .trim()
    .split('\n')
    .map((line) => line.replace(/^programs-\d+\/(snippet-\d+\.\w+)/, (_all, file: string) => files.get(file)!.place));
}

/**
 * Builds the complete pages among `snippets` with Vite in the project of `stranger`, as its owner would, opens each in
 * Chromium and waits until it has loaded.
 * A page must build, run without an exception, and leave no tag of ours undefined. What it loads from `/latchkey/` is
 * `dist/cdn` of the archive, and so are files of the package on a content delivery network. Not the page of a recipe whose
 * script is in another snippet: the journeys walk recipes whole.
 */
export async function checkPages(snippets: Snippet[], stranger: Stranger): Promise<Complaint[]> {
  const pages = snippets.filter(({ language, text }) => language === 'html' && !text.includes(' src="/src/'));
  const folder = `pages-${(checks += 1)}`;
  await Promise.all(pages.map(({ text }, index) => stranger.write(`${folder}/${index}/index.html`, text)));
  const scripts = join(stranger.folder, 'node_modules/latchkey/dist/cdn');
  await cp(scripts, join(stranger.folder, folder, 'public/latchkey'), { recursive: true });
  const complaints: Complaint[][] = await buildPages();
  const browser = await launchBrowser();
  const context = await browser.createBrowserContext();
  const server = await serve(join(stranger.folder, folder, 'dist'));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  try {
    const queue = pages.entries();
    await Promise.all(
      Array.from({ length: pagesAtOnce }, async () => {
        for (const [index, { place }] of queue)
          if (complaints[index]!.length === 0)
            complaints[index] = (await look(`${origin}/${index}/`)).map((complaint) => `${place} ${complaint}`);
      }),
    );
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
    await releaseBrowser(browser);
  }
  return complaints.flat();

  /** Builds all pages at once, and each alone if that fails, to name those that cannot be built. */
  async function buildPages(): Promise<Complaint[][]> {
    const all = pages.map((_page, index) => index);
    try {
      await buildTogether(all);
      return all.map(() => []);
    } catch {
      const found: Complaint[][] = [];
      for (const index of all)
        found[index] = await buildTogether([index]).then(
          () => [],
          (error: unknown) => [`${pages[index]!.place} cannot be built: ${(error as Error).message}`],
        );
      return found;
    }
  }

  async function buildTogether(indexes: number[]): Promise<void> {
    await build({
      root: join(stranger.folder, folder),
      configFile: false,
      logLevel: 'silent',
      build: {
        emptyOutDir: false,
        rollupOptions: { input: indexes.map((index) => join(stranger.folder, folder, `${index}/index.html`)) },
      },
    });
  }

  /** In a tab of its own: Puppeteer may never hear the end of a request whose page is left, and would wait for it. */
  async function look(address: string): Promise<Complaint[]> {
    const found: Complaint[] = [];
    const page = await context.newPage({ type: 'window' });
    page.on('pageerror', (error) => {
      const { message } = error as Error;
      // A page that names an API on its own site is here on another one.
      if (!message.includes(`is on another site than ${new URL(address).origin}`)) found.push(`throws: ${message}`);
    });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const published = /^https:\/\/[^/]+\/(?:npm\/)?latchkey(?:@[\w.-]+)?\/(.+)$/.exec(request.url())?.[1];
      if (published) void answerFromArchive(published).then((answer) => request.respond(answer));
      else void request.continue();
    });
    await page.goto(address);
    // A page that leaves a tag undefined is reported, so this one may fail.
    const areDefined = () => !document.querySelector(':not(:defined)');
    await page.waitForFunction(areDefined, { polling: 50, timeout: patience }).catch(() => {});
    await page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    const tags = await page.$$eval(':not(:defined)', (elements) => elements.map((element) => element.localName));
    await page.close();
    return [...found, ...tags.map((tag) => `does not define <${tag}>`)];
  }

  async function answerFromArchive(file: string) {
    const headers = { 'access-control-allow-origin': '*' };
    if (!stranger.packed.includes(file)) return { status: 404, headers, body: '' };
    return {
      status: 200,
      headers,
      contentType: 'text/javascript',
      body: await readFile(join(stranger.folder, 'node_modules/latchkey', file)),
    };
  }
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves the files of `folder` on a free port; everything else is 404, as with a backend that has no such chapter. */
async function serve(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    readFile(join(folder, file)).then(
      (bytes) =>
        response
          .writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"unsupported"}'),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return server;
}

/** The documents of the repository, as paths from its root. */
export const listDocuments = (): string[] => listRepositoryFiles().filter((file) => file.endsWith('.md'));
