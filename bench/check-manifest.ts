import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execPath } from 'node:process';
import { PNG } from 'pngjs';
import { root } from '../scripts/run.mjs';
import { contestant, type Measurement } from './measurement.js';
import { sampleInTurns } from './sampling.js';

const html = `<!doctype html><html lang="en"><head><title>App</title><link rel="manifest" href="/app.webmanifest"></head><body></body></html>`;
const manifest = JSON.stringify({
  name: 'An app',
  id: '/',
  start_url: '/',
  display: 'standalone',
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
});

/** A page with a manifest and its icons, on a free port. */
async function servePage() {
  const answers = new Map<string, [type: string, body: string | Buffer]>([
    ['/', ['text/html; charset=utf-8', html]],
    ['/app.webmanifest', ['application/manifest+json', manifest]],
    ...[192, 512].map((size): [string, [string, Buffer]] => [
      `/icon-${size}.png`,
      ['image/png', PNG.sync.write(new PNG({ width: size, height: size }))],
    ]),
  ]);
  const server = createServer(({ url }, response) => {
    const [type, body] = answers.get(url!) ?? ['text/plain', ''];
    response.writeHead(answers.has(url!) ? 200 : 404, { 'Content-Type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://localhost:${(server.address() as AddressInfo).port}/`, server };
}

/** The time of a program from its spawn to its end, in ms. */
async function timeProgram(parameters: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(execPath, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  // 1 is for a page with findings.
  if (code > 1) throw new Error(`${parameters.join(' ')} ended with ${code}: ${errors.join('')}`);
  return performance.now() - began;
}

/** What a check in a build costs. */
export const checkManifest: Measurement = {
  name: 'check-page',
  title: 'latchkey check-manifest of a page with two icons, on this machine',
  notes: [
    'From the spawn of the program to its end: it loads the page, its manifest and its icons, and says what browsers find. It is compared with Node alone.',
  ],
  async measure({ quick }) {
    const { address, server } = await servePage();
    try {
      const programs = { ours: ['dist/cli/main.js', 'check-manifest', address], node: ['--eval', '0'] };
      const series = await sampleInTurns(['ours', 'node'], quick ? 3 : 20, (name) => timeProgram(programs[name]));
      const named = (name: string, key: keyof typeof programs) => contestant(name, series[key], (time) => time);
      return [
        {
          what: 'check-manifest of a page',
          unit: 'ms',
          contestants: [named('latchkey check-manifest', 'ours'), named('node --eval 0', 'node')],
          target: { atMost: 1000 },
        },
      ];
    } finally {
      server.close();
    }
  },
};
