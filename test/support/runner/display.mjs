import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The first of these programs that this machine has: paths, or names on the `PATH`. */
export const findProgram = (...names) =>
  names
    .flatMap((name) => (name.includes('/') ? name : process.env.PATH.split(delimiter).map((path) => join(path, name))))
    .find((path) => existsSync(path));

/**
 * Starts a display without a screen, for browsers that show their own dialogs. It ends with this process.
 *
 * @returns {Promise<{name: string, press: (...keys: string[]) => Promise<string>, click: (x: number, y: number) => Promise<string>, focus: (title: string) => Promise<string>, end: () => void}>}
 *   `name` is the value of `DISPLAY`; `press` presses keys one after another, by their names in X11; `click`
 *   clicks a point; `focus` gives the focus to the window with this in its title. All need `xdotool`.
 */
export async function startDisplay() {
  const display = spawn(findProgram('Xvfb'), ['-displayfd', '3', '-noreset', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // The whole line: Xvfb would end if there were no reader for the rest.
  const number = await new Promise((done) => {
    let line = '';
    display.stdio[3].on('data', (text) => (line += text).endsWith('\n') && done(line.trim()));
  });
  const end = () => display.kill();
  process.once('exit', end);
  display.unref();
  display.stdio[3].destroy();
  const name = `:${number}`;
  const xdotool = async (...parameters) =>
    (await promisify(execFile)('xdotool', parameters, { env: { ...process.env, DISPLAY: name } })).stdout.trim();
  return {
    name,
    press: (...keys) => xdotool('key', ...keys),
    click: (x, y) => xdotool('mousemove', `${x}`, `${y}`, 'click', '1'),
    focus: (title) => xdotool('search', '--onlyvisible', '--name', title, 'windowfocus', '--sync'),
    end() {
      process.off('exit', end);
      end();
    },
  };
}
