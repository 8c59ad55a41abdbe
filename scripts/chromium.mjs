// Finds the Chromium that the browser tests drive. Plain Node, so that it runs before anything is installed.
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { delimiter, join } from 'node:path';

/** How every test starts it: with nothing in the background, and no process for graphics. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-features=SpareRendererForSitePerProcess',
];

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'chrome.exe',
];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Playwright and Puppeteer keep the browsers that they download, newest layout last. */
const caches = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, 'ms-playwright'),
  process.env.PUPPETEER_CACHE_DIR,
  join(homedir(), '.cache', 'puppeteer'),
];
const cachedBinaries = ['chrome', 'Chromium', 'Google Chrome for Testing', 'chrome.exe'];

/**
 * Answers the path of a Chromium: `CHROME_PATH` if it is set, else a common name on the `PATH`, else one that
 * Playwright or Puppeteer downloaded; `undefined` if there is none.
 *
 * @throws {Error} if `CHROME_PATH` is set and names no program.
 */
export function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROME_PATH is not a program: ${chosen}`);
    return chosen;
  }
  return findOnPath() ?? macApplications.find(isProgram) ?? findInCaches();
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function findInCaches() {
  return caches
    .filter(Boolean)
    .flatMap((cache) => listFolders(cache).filter((folder) => /chrom/i.test(folder)))
    .map((folder) => findBinary(folder, 5))
    .findLast(Boolean);
}

function findBinary(folder, depth) {
  const here = cachedBinaries.map((name) => join(folder, name)).find(isProgram);
  if (here || depth === 0) return here;
  return listFolders(folder)
    .map((inner) => findBinary(inner, depth - 1))
    .find(Boolean);
}

/** Folders inside `folder`, in the order of their version numbers; none if it cannot be read. */
function listFolders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  } catch {
    return [];
  }
}

function isProgram(file) {
  try {
    accessSync(file, platform() === 'win32' ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
