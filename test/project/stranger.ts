import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listExports } from '../../scripts/public-modules.mjs';

const execute = promisify(execFile);

/** The folder of the package. */
export const root = join(import.meta.dirname, '../..');

/** What `package.json` says about the package. */
export interface Package {
  name: string;
  dependencies: Record<string, string>;
  exports: Record<string, string | { types: string; default: string }>;
}

/** Reads the package's own `package.json`. */
export function readPackage(): Package {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
}

/**
 * The specifiers of every public module that is JavaScript, as a stranger writes them: `latchkey`, `latchkey/passkey` …
 */
export function listPublicModules(): string[] {
  const { name } = readPackage();
  return listExports().flatMap(([path, target]) =>
    typeof target === 'object' && target.default.endsWith('.js') ? [name + path.slice(1)] : [],
  );
}

/**
 * The project of a user, in a folder of its own, with the package installed from the archive that would be published.
 */
export interface Stranger {
  folder: string;
  archive: string;
  /** Paths of the files in the archive. */
  packed: string[];
  /** The size of all of them, in bytes. */
  unpackedSize: number;
  /** Writes a file into the project; answers its path. */
  write(file: string, text: string): Promise<string>;
  /**
   * Runs a program of this project's `node_modules/.bin`, or `node`, in the folder; never rejects because of its exit
   * code.
   */
  run(program: string, parameters: string[]): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/** Packages that the documents use beside ours. */
const companions = [
  '@hotwired/turbo',
  '@lit-labs/ssr',
  '@playwright/test',
  '@types/node',
  '@types/react',
  'alpinejs',
  'csstype',
  'htmx.org',
  'jsdom',
  'latchkey-server',
  'unpoly',
  'vitest',
];

/** The archive that would be published, and what npm says of it: packed once for all test files of this process. */
let packing: Promise<{ archive: string; files: { path: string }[]; unpackedSize: number }> | undefined;

/** Packs the package as it would be published. */
export const packPackage = (): NonNullable<typeof packing> => (packing ??= pack());

async function pack(): Promise<Awaited<NonNullable<typeof packing>>> {
  if (!existsSync(join(root, 'dist/development/sources.sha256')))
    throw new Error('dist is missing or incomplete: run npm run build first');
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-archive-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[]; unpackedSize: number },
  ];
  return { archive: join(folder, filename), files, unpackedSize };
}

/** Packs the package as it is and installs the archive into a new project. */
export async function createStranger(): Promise<Stranger> {
  const { archive, files, unpackedSize } = await packPackage();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-stranger-'));
  const modules = join(folder, 'node_modules');
  await execute('tar', ['-xzf', archive, '-C', folder]);
  await mkdir(modules);
  await rename(join(folder, 'package'), join(modules, 'latchkey'));
  for (const name of [...Object.keys(readPackage().dependencies), ...companions]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');

  return {
    folder,
    archive,
    packed: files.map(({ path }) => path),
    unpackedSize,
    async write(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
      return join(folder, file);
    },
    async run(program, parameters) {
      const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program);
      return new Promise((resolve) => {
        execFile(path, parameters, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
        });
      });
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
