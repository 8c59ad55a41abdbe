import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/run.mjs';
import type * as Toolkit from '../src/manifest/index.js';
import { contestant, type Measurement } from './measurement.js';
import { importPeer } from './peers.js';
import { sampleInTurns } from './sampling.js';

/** As published, like the peer: the TypeScript loader would set the names of the source's functions at each call. */
const { checkInstallability, processManifest } = (await import(
  pathToFileURL(join(root, 'dist/manifest/index.js')).href
)) as typeof Toolkit;

/** Blocks of all sides take about as long, so that what else the machine does disturbs them equally often. */
const manifestsPerBlock = { ours: 20, parse: 180, pwabuilder: 50 };
/** Until the compiler has done with all sides. */
const warmUpRuns = 4000;

const icon = (size: number, purpose?: string) => ({
  src: `/icons/icon-${size}${purpose ? `-${purpose}` : ''}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose && { purpose }),
});
const screenshot = (name: string, wide: boolean) => ({
  src: `/screenshots/${name}.png`,
  sizes: wide ? '1280x720' : '720x1280',
  type: 'image/png',
  form_factor: wide ? 'wide' : 'narrow',
  label: `The ${name}`,
});
const shortcut = (name: string, url: string) => ({
  name,
  short_name: name,
  description: `Opens the ${name.toLowerCase()} without a detour`,
  url,
  icons: [icon(96), icon(192)],
});

/** What a large app writes, 5 kB of it, with something to find in it. */
const text = JSON.stringify(
  {
    name: 'Ladder, the list of lists',
    short_name: 'Ladder',
    description: 'Keeps lists of everything that has an order, and brings them along to where there is no connection.',
    start_url: '/app/?user_id=42',
    scope: '/app',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'picture-in-picture', 'minimal-ui'],
    orientation: 'portrait',
    lang: 'en-gb',
    dir: 'LTR',
    theme_color: 'rebeccapurple',
    background_color: 'rgb(250 250 250 / 100%)',
    categories: ['productivity', 'Utilities', 'lists'],
    icons: [
      icon(96),
      icon(144),
      icon(192),
      icon(256),
      icon(512),
      icon(192, 'maskable'),
      icon(512, 'any maskable'),
      { ...icon(1024), sizes: '1024X1024' },
    ],
    screenshots: ['start', 'list', 'search', 'settings'].flatMap((name) => [
      screenshot(name, true),
      screenshot(`${name}-narrow`, false),
    ]),
    shortcuts: [
      shortcut('New list', '/app/new'),
      shortcut('Search', '/app/search'),
      shortcut('Settings', '/settings'),
      shortcut('', '/app/none'),
    ],
    share_target: {
      action: '/app/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'link',
        files: [{ name: 'pictures', accept: ['image/*', '.jpg', 'picture'] }],
      },
    },
    file_handlers: [{ action: '/app/open', accept: { 'text/csv': ['.csv', 'tsv'], 'application/json': ['.json'] } }],
    protocol_handlers: [
      { protocol: 'web+ladder', url: '/app/open?list=%s' },
      { protocol: 'https', url: '/app/%s' },
    ],
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    related_applications: [{ platform: 'play', id: 'example.ladder' }, { platform: 'webapp' }],
    prefer_related_applications: 'false',
  },
  null,
  2,
);

const place = { manifestUrl: 'https://app.example/manifest.webmanifest', documentUrl: 'https://app.example/app/' };

function processForChromium(): void {
  const processed = processManifest(text, { ...place, engine: 'chromium' });
  checkInstallability(processed);
  if (processed.findings.length === 0) throw new Error('The manifest has mistakes, but no findings were reported.');
}

type Name = keyof typeof manifestsPerBlock;

async function validateWithPeer(): Promise<void> {
  const { validateManifest } = (await peer) as { validateManifest(manifest: unknown): Promise<unknown> };
  await validateManifest(JSON.parse(text));
}

let peer: Promise<unknown>;
const contestants: Record<Name, () => void | Promise<void>> = {
  ours: processForChromium,
  parse: () => void JSON.parse(text),
  pwabuilder: validateWithPeer,
};

/** Time of one run among many, in µs. */
async function timeBlock(name: Name): Promise<number> {
  const work = contestants[name];
  const began = performance.now();
  for (let count = 0; count < manifestsPerBlock[name]; count += 1) await work();
  return ((performance.now() - began) * 1000) / manifestsPerBlock[name];
}

/** What it costs to judge a manifest. */
export const manifest: Measurement = {
  name: 'manifest',
  title: `A manifest of ${(text.length / 1000).toFixed(1)} kB, processed for one engine, with findings and installability`,
  notes: [
    `In blocks of ${Object.values(manifestsPerBlock).join(', ')}, which take about the same time; n counts the blocks. JSON.parse only parses the same text.`,
    'JSON.parse and validateManifest of @pwabuilder/manifest-validation check fewer members, without positions, URLs or engines.',
  ],
  async measure({ quick }) {
    peer = importPeer('manifest-validation.mjs');
    const names = Object.keys(manifestsPerBlock) as Name[];
    await Promise.allSettled(
      names.map(async (name) => {
        for (let count = 0; count < (quick ? warmUpRuns / 4 : warmUpRuns); count += manifestsPerBlock[name])
          await timeBlock(name);
      }),
    );
    const series = await sampleInTurns(names, quick ? 60 : 300, timeBlock);
    const named = (name: string, key: Name) => contestant(name, series[key], (time) => time);
    return [
      {
        what: 'one manifest',
        unit: 'µs',
        contestants: [
          named('processManifest and checkInstallability', 'ours'),
          named('JSON.parse alone', 'parse'),
          named('@pwabuilder/manifest-validation', 'pwabuilder'),
        ],
      },
    ];
  },
};
