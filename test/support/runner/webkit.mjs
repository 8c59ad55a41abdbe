import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { findProgram, startDisplay } from './display.mjs';

const driver = () => findProgram('WebKitWebDriver');
const screen = () => findProgram('Xvfb');
const browser = () =>
  findProgram(
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  );

/** Whether this machine has WebKitGTK with its WebDriver, and a display without a screen. */
export const hasWebKit = () => Boolean(driver() && browser() && screen());

/**
 * Opens the browser of WebKitGTK with one empty profile.
 *
 * @returns {Promise<{version: string, send: (method: string, path: string, body?: object) => Promise<any>, close: () => Promise<void>}>}
 *   `send` sends a WebDriver command of this session; `path` follows `/session/{id}`.
 */
export async function openWebKit() {
  const display = await startDisplay();
  const port = await findFreePort();
  const server = spawn(driver(), [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  });
  const end = () => server.kill();
  process.once('exit', end);
  server.unref();

  const send = async (method, path, body) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  while (!(await send('GET', '/status').catch(() => false))) await wait(50);
  const { sessionId, capabilities } = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': { binary: browser(), args: ['--automation'] },
      },
    },
  });
  return {
    version: capabilities.browserVersion,
    send: (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
    async close() {
      await send('DELETE', `/session/${sessionId}`);
      process.off('exit', end);
      end();
      display.end();
    },
  };
}
