import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { firefoxPath } from '../support/node/firefox-path.js';
import { connectMarionette } from '../support/runner/marionette.mjs';

/** A Firefox that runs scripts with the rights of the browser itself. */
export interface Firefox {
  /** Runs the body of a function in the browser's own context; `args` is what it finds under that name. */
  run(body: string, args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a headless Firefox with a profile of its own and talks to it by Marionette. */
export async function launchFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    'user_pref("marionette.port", 0);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n',
  );
  const child = spawn(
    firefoxPath!,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...env, HOME: profile } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const remote = await connectMarionette(profile, () => child.exitCode === null);
  await remote.send('WebDriver:NewSession', {});
  await remote.send('Marionette:SetContext', { value: 'chrome' });
  return {
    run: async (body, args) =>
      (
        (await remote.send('WebDriver:ExecuteScript', {
          script: `const args = arguments[0]; ${body}`,
          args: [args],
        })) as { value: unknown }
      ).value,
    async close() {
      remote.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
