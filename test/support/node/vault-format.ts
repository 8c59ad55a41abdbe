import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../vectors/vault_format.py', import.meta.url));
/** The second one is that of Debian, for which its packages are. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import cryptography']).status === 0,
);

/** Why the second implementation cannot run here, or false. */
export const skipWithoutPython: string | false =
  !python && 'There is no Python 3 with the package "cryptography" (python3-cryptography on Debian).';

/**
 * Has the second implementation of the format read or write a vault.
 *
 * @returns What it prints; `refused` is why it opened nothing.
 */
export function askPython<Answer>(command: 'read' | 'write', request: unknown): Answer & { refused?: string } {
  const text = execFileSync(python!, [program, command], {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(text) as Answer & { refused?: string };
}
