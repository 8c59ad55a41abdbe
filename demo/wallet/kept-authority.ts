import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../server/src/store/make-folder.js';
import { createAuthority, type Authority } from './authority.js';

/** An authority as a file holds it: the certificate in base64. */
interface KeptAuthority {
  root: string;
  certificate: string;
  key: JsonWebKey;
}

/** Where the development authority is kept: below the data of the server. */
export function authorityFolder({ DATA_DIR: dataDirectory }: Readonly<Record<string, string | undefined>>): string {
  return join(dataDirectory || 'data', 'development-authority');
}

/**
 * Founds an authority at `path`, which appears complete or not at all. Of several processes that do so at once one
 * succeeds.
 */
async function found(path: string): Promise<void> {
  const { root, certificate, key } = await createAuthority();
  const kept: KeptAuthority = {
    root,
    certificate: Buffer.from(certificate).toString('base64'),
    key: await crypto.subtle.exportKey('jwk', key),
  };
  const draft = `${path}.${crypto.randomUUID()}`;
  await writeFile(draft, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

/**
 * Returns the development authority that `folder` keeps, founding one when there is none. Its root is in `root.pem`
 * there.
 */
export async function keepAuthority(folder: string): Promise<Authority> {
  const path = join(folder, 'authority.json');
  await makeFolder(folder);
  const text = await readFile(path, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await found(path);
    return readFile(path, 'utf8');
  });
  const { root, certificate, key } = JSON.parse(text) as KeptAuthority;
  await writeFile(join(folder, 'root.pem'), root);
  const signingKey = await crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  return { root, certificate: new Uint8Array(Buffer.from(certificate, 'base64')), key: signingKey };
}
