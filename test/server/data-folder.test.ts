import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../server/src/config/config.js';
import type { LogEntry } from '../../server/src/log.js';
import { startServer } from '../../server/src/start.js';

describe('the data folder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-data-'));
  });
  after(() => rm(folder, { recursive: true }));

  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

  /** Starts a server on the folder, has it write, and returns the modes of all files while it runs. */
  async function modesOf(data: string, logs: LogEntry[] = []): Promise<Record<string, string>> {
    const server = await startServer(readConfig({ PORT: '0', DATA_DIR: data }), (entry) => logs.push(entry));
    await fetch(`http://127.0.0.1:${server.port}/signup`, {
      method: 'POST',
      headers: { Origin: `http://localhost:${server.port}`, 'Content-Type': 'application/json' },
      body: '{"username":"ada"}',
    });
    const files = (await readdir(data)).toSorted();
    const modes = await Promise.all(files.map(async (file) => [file, await modeOf(join(data, file))]));
    await server.stop();
    return Object.fromEntries(modes) as Record<string, string>;
  }

  const ours = {
    'latchkey.db': '600',
    'latchkey.db-shm': '600',
    'latchkey.db-wal': '600',
    'session-secret': '600',
  };

  test('is made for this user alone, and so is every file in it', async () => {
    const data = join(folder, 'missing', 'data');
    const logs: LogEntry[] = [];
    assert.deepEqual(await modesOf(data, logs), ours);
    assert.deepEqual([await modeOf(data), await modeOf(join(folder, 'missing'))], ['700', '700']);
    assert.ok(!logs.some(({ event }) => event === 'open-data-folder'));
  });

  test('that others can look into keeps its mode, with a warning, and its files are closed to them', async () => {
    const data = join(folder, 'open');
    await mkdir(data);
    await chmod(data, 0o755);
    for (const file of ['latchkey.db', 'latchkey.db-wal', 'latchkey.db-shm']) {
      await writeFile(join(data, file), '');
      await chmod(join(data, file), 0o644);
    }
    const logs: LogEntry[] = [];
    assert.deepEqual(await modesOf(data, logs), ours);
    assert.equal(await modeOf(data), '755');
    assert.ok(logs.some(({ event }) => event === 'open-data-folder'));
  });
});
