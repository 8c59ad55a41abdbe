import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type Authority } from './authority.js';

/** An authority as a file holds it. */
interface KeptAuthority {
  root: string;
  certificate: string;
  key: JsonWebKey;
}

/** Where the development authority is kept: below the data of the server. */
export function authorityFolder({ DATA_DIR: dataDirectory }: Readonly<Record<string, string | undefined>>): string {
  return join(dataDirectory || 'data', 'development-authority');
}

async function create(folder: string): Promise<string> {
  const { root, certificate, key } = await createAuthority();
  const kept: KeptAuthority = { root, certificate: Buffer.from(certificate).toString('base64'), key: await crypto.subtle.exportKey('jwk', key) };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'root.pem'), root);
  const text = JSON.stringify(kept);
  await writeFile(join(folder, 'authority.json'), text, { mode: 0o600 });
  return text;
}

/** Returns the development authority that `folder` keeps, founding one when there is none. Its root is in `root.pem` there. */
export async function keepAuthority(folder: string): Promise<Authority> {
  const text = await readFile(join(folder, 'authority.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return create(folder);
    throw error;
  });
  const { root, certificate, key } = JSON.parse(text) as KeptAuthority;
  const signingKey = await crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  return { root, certificate: new Uint8Array(Buffer.from(certificate, 'base64')), key: signingKey };
}
