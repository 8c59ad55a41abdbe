import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tries a command of the system: false if it does what it should here, else why tests with it are skipped. */
export function skipUnless(sentence: string, program: string, parameters: readonly string[]): string | false {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return false;
  } catch {
    return sentence;
  }
}

/** Programs may be installed and still not be allowed to trace others, as in containers. */
export const skipWithoutStrace = (): string | false =>
  skipUnless('strace is not installed, or may not be used here.', 'strace', ['-o', '/dev/null', 'true']);

/** Root may mount nothing in most containers. */
export function skipWithoutMount(): string | false {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mount-'));
  const trial = 'mount -t tmpfs tmpfs "$0" && umount "$0"';
  const skip = skipUnless('No file system can be mounted here.', 'sh', ['-c', trial, folder]);
  rmSync(folder, { recursive: true });
  return skip;
}
