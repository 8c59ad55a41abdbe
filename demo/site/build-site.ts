/**
 * Builds the site into a folder of static files, which work below any address: `buildSite(root, output)` writes the front
 * page, and the documentation in the folder `docs`. The elements come from `dist`, so the package must be built before.
 */
import { cpSync, mkdirSync, readFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import Eleventy from '@11ty/eleventy';
import { build, type Plugin } from 'esbuild';
import MiniSearch from 'minisearch';
import { addressOf, layOut } from './layout.js';
import { firstLook, writeCss } from './looks.js';
import { escapeHtml } from './markdown.js';
import { collectPages, writeForModels, type Render } from './pages.js';
import { searchOptions, type Section } from './search-options.js';
import type { SitePage } from './site-page.js';

/**
 * Builds the site of the repository at `root`, which ends in a slash, into the folder `output`. `address` is where it will be
 * published, with a slash at the end.
 */
export async function buildSite(root: string, output: string, address: string): Promise<void> {
  const docs = `${output}/docs`;
  mkdirSync(docs, { recursive: true });
  const { pages, missing, sidebar, render } = collectPages(root);
  await bundle(root, docs);
  copyFiles(root, docs);
  const modules = listModulesOfCard(docs);
  const eleventy = new Eleventy(`${root}demo/site`, output, {
    quietMode: true,
    configPath: undefined,
    config(configuration) {
      configuration.setTemplateFormats(['html']);
      configuration.addTemplate('_includes/layout.11ty.js', ({ content, sitePage }) =>
        layOut(sitePage as SitePage, content, {
          groups: sidebar,
          address,
          modules: (sitePage as SitePage).scripts?.includes('studio.js') ? modules : [],
        }),
      );
      for (const page of [...pages, missing])
        configuration.addTemplate(page.path.replace('../', 'front-'), toHtml(page, render), {
          layout: 'layout.11ty.js',
          permalink: posix.join('docs', page.path),
          sitePage: page,
          templateEngineOverride: 'html',
        });
    },
  });
  await eleventy.write();

  const sections = pages.flatMap((page) => splitIntoSections(page, toHtml(page, render)));
  const search = new MiniSearch<Section>(searchOptions);
  search.addAll(sections);
  writeFileSync(`${docs}/search.json`, JSON.stringify(search));
  const { index, full } = writeForModels(pages);
  writeFileSync(`${docs}/llms.txt`, index);
  writeFileSync(`${docs}/llms-full.txt`, full);
  writeFileSync(`${docs}/studio.css`, writeCss(firstLook, '.studio-stage'));
  const addresses = pages.map((page) => `  <url><loc>${escapeHtml(addressOf(page, address))}</loc></url>`);
  writeFileSync(
    `${output}/sitemap.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`,
  );
  writeFileSync(`${output}/robots.txt`, `User-agent: *\nAllow: /\nSitemap: ${address}sitemap.xml\n`);
}

const toHtml = ({ text, isHtml, source, path }: SitePage, render: Render): string =>
  isHtml ? text : render(text, source, path);

/** The scripts of the site: modules of their own, and a classic one that sets the theme before anything is drawn. */
async function bundle(root: string, output: string): Promise<void> {
  const common = { bundle: true, minify: true, target: 'es2022', outdir: output, logLevel: 'warning' } as const;
  const from = (name: string): string => `${root}demo/site/browser/${name}.ts`;
  await Promise.all([
    build({
      ...common,
      entryPoints: ['site', 'playground', 'inspect', 'studio'].map(from),
      format: 'esm',
      splitting: true,
      chunkNames: 'chunk-[hash]',
      plugins: [findPackage(root)],
    }),
    build({ ...common, entryPoints: [from('theme')], format: 'iife' }),
  ]);
}

/**
 * The scripts import the package by its name. The authenticator is bundled; the elements are the files for script tags,
 * which lie beside the scripts of the site.
 */
const findPackage = (root: string): Plugin => ({
  name: 'find-package',
  setup(bundler) {
    bundler.onResolve({ filter: /^latchkey\/conformance$/ }, () => ({
      path: `${root}src/conformance/authenticator.ts`,
    }));
    bundler.onResolve({ filter: /^latchkey\/cdn$/ }, () => ({ path: './latchkey/latchkey.js', external: true }));
    bundler.onResolve({ filter: /^latchkey\/define\/autoload$/ }, () => ({ path: `./${autoload}`, external: true }));
  },
});

const autoload = 'latchkey/autoload.js';

/**
 * What the front page needs at once of the files for script tags, and asks for only after each other: what defines tags as
 * they appear, and the card.
 */
function listModulesOfCard(docs: string): string[] {
  const read = (path: string): string => readFileSync(`${docs}/${path}`, 'utf8');
  const card = /"latch-sign-in":\(\)=>import\("\.\/([^"]+)"\)/.exec(read(autoload))?.[1];
  if (!card) throw new Error(`${autoload} does not load latch-sign-in as it did`);
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name] of read(path).matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)) visit(`latchkey/${name}`);
  };
  for (const path of [autoload, `latchkey/${card}`]) visit(path);
  return [...found];
}

function copyFiles(root: string, output: string): void {
  copyFileSync(`${root}demo/site/site.css`, `${output}/site.css`);
  copyFileSync(`${root}demo/public/favicon.svg`, `${output}/favicon.svg`);
  copyFileSync(`${root}demo/public/manifest.webmanifest`, `${output}/sample.webmanifest`);
  copyFileSync(`${root}contract/openapi.yaml`, `${output}/openapi.yaml`);
  copyFileSync(`${root}custom-elements.json`, `${output}/custom-elements.json`);
  cpSync(`${root}skill`, `${output}/skill`, { recursive: true });
  cpSync(`${root}docs/pictures`, `${output}/pictures`, { recursive: true });
  cpSync(`${root}docs/figures`, `${output}/figures`, { recursive: true });
  const isLoaded = (file: string): boolean => !['latchkey.single.js', 'integrity.json'].includes(basename(file));
  cpSync(`${root}dist/cdn`, `${output}/latchkey`, { recursive: true, filter: isLoaded });
}

/** Splits a page at its headings for the search. */
function splitIntoSections(page: SitePage, html: string): Section[] {
  return html
    .split(/(?=<h[234] )/)
    .map((part, index) => {
      const [, anchor = '', heading = ''] = /^<h[234] id="([^"]*)"[^>]*>(.*?)<\/h[234]>/s.exec(part) ?? [];
      const text = toText(part.replace(/<template>.*?<\/template>|<div class="(?:controls|frameworks)".*?<h2/gs, ''));
      return {
        id: `${page.path}${anchor && `#${anchor}`}|${index}`,
        path: page.path + (anchor && `#${anchor}`),
        page: page.title,
        heading: toText(heading),
        text,
      };
    })
    .filter(({ text }) => text !== '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const toText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_all, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
