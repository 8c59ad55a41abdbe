import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../scripts/free-port.mjs';
import { root } from '../support/node/program.js';

/**
 * Runs the server that a section of a document prints, its first block of text, with the packages of
 * `bench/backends`. It must print a line when it is ready.
 */
export async function runDocumented(
  section: string,
  environment: Record<string, string>,
  use: (origin: string) => Promise<void>,
  document = 'docs/adapters.md',
): Promise<void> {
  const documentation = await readFile(join(root, document), 'utf8');
  const [, program] = new RegExp(`\n## ${section}\n[^]*?\`\`\`text\n([^]*?)\`\`\``).exec(documentation) ?? [];
  if (program === undefined) throw new Error(`${document} has no server for ${section}.`);
  // Where the packages are found.
  const file = join(root, 'bench/backends', `documented-${process.pid}.mjs`);
  await writeFile(file, program);
  const port = await findFreePort();
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SECRET: 'a secret of at least thirty-two characters',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      ended.then(() => Promise.reject(new Error(`The server of ${section} ended before it was ready.`))),
    ]);
    await use(`http://localhost:${port}`);
  } finally {
    child.kill();
    await ended;
    await rm(file);
  }
}
