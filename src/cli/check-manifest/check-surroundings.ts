import { findManifestLink, readHead } from '../../manifest/site/index.js';
import { findTouchIcon, touchIconSize } from '../../manifest/site/head/apple-tags.js';
import { writeUrl } from '../../manifest/urls.js';
import { readJson } from '../../manifest/json-reader.js';
import { memberOf } from '../../manifest/rules.js';
import { placeOf } from '../../manifest/text.js';
import { isInScope, type Engine, type FindingLevel, type ProcessedResult } from '../../manifest/index.js';
import { download, type Download } from '../download.js';
import { Failure } from '../failure.js';
import type { Progress } from '../output.js';
import { isHtml, describeStatus } from './address.js';
import type { CommandFinding } from './finding-codes.js';
import { isMeasured, measureImages } from './images.js';
import type { Source } from './source.js';

const browsers: Engine[] = ['chromium', 'webkit', 'gecko'];
const spec = 'https://www.w3.org/TR/appmanifest/#start_url-member';
const appleIcons =
  'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html';
const workers = 'https://w3c.github.io/ServiceWorker/';

/** Scripts of the page that are searched for the one that registers a service worker. */
const mostScripts = 3;

/** Requests the start page as an installed app opens it, and finds out whether it is a page of this app. */
export async function checkStartPage(
  source: Source,
  processed: ProcessedResult,
  progress: Progress,
): Promise<CommandFinding[]> {
  const { page, text, folder, access } = source;
  const url = processed.manifest.start_url.replace(/#.*/s, '');
  // The page itself has been looked at already.
  if (text === undefined || !processed.readable || folder !== undefined || page?.url.replace(/#.*/s, '') === url)
    return [];
  const { root } = readJson(text);
  const node = root?.value instanceof Map ? memberOf(root, 'start_url') : undefined;
  const report = (
    code: CommandFinding['code'],
    level: FindingLevel,
    message: string,
    fix?: string,
  ): CommandFinding[] => [
    {
      level,
      code,
      path: 'start_url',
      message,
      value: node?.value,
      engines: browsers,
      spec,
      ...(fix !== undefined && { fix }),
      ...placeOf(text, node?.start ?? 0),
    },
  ];
  progress.show(`Requesting the start page ${url}`);
  let answer: Download;
  try {
    answer = await download(url, { headers: { accept: 'text/html,*/*;q=0.8' }, access });
  } catch (error) {
    if (error instanceof Failure)
      return report('start-page-unreachable', 'warning', `The start page does not come. ${error.message}`);
    throw error;
  }
  const signIn = 'check it again with --cookie, --header, or a user name and a password in the URL';
  const asksForSignIn = answer.status === 401 || answer.status === 403 || isSignIn(answer);
  if (!isInScope(answer.url, processed)) {
    const where = asksForSignIn ? 'a sign-in outside of the app' : 'outside of the app';
    return report(
      asksForSignIn ? 'start-page-asks-for-sign-in' : 'start-page-elsewhere',
      asksForSignIn ? 'info' : 'warning',
      `The start page ${url} redirects to ${answer.url}, ${where}, which opens with the bar of a browser.`,
      asksForSignIn ? signIn : `"start_url": ${JSON.stringify(answer.url)}, if that is the app`,
    );
  }
  if (asksForSignIn)
    return report(
      'start-page-asks-for-sign-in',
      'info',
      `The start page ${url} asks for a sign-in, so it was not looked at.`,
      signIn,
    );
  if (answer.status >= 400)
    return report(
      'start-page-unreachable',
      'warning',
      `The start page ${url} returns ${describeStatus(answer)}, so the app opens with an error.`,
      '"start_url": the URL of a page',
    );
  return isHtml(answer) ? checkLink(answer) : [];

  function checkLink({ url: at, bytes }: Download): CommandFinding[] {
    const link = findManifestLink(readHead(new TextDecoder().decode(bytes)), at);
    const expected = page?.linked?.url ?? source.name;
    if (!link)
      return report(
        'start-page-without-manifest',
        'warning',
        `The start page ${at} links no manifest, so no update reaches the installed app.`,
        `<link rel="manifest" href=${JSON.stringify(writeUrl(expected, at))}> in its head`,
      );
    if (link.url === expected || link.url === source.manifestUrl) return [];
    return report(
      'start-page-links-another',
      page ? 'warning' : 'info',
      `The start page ${at} links another manifest, ${link.url}, so the installed app may be another one.`,
      'one manifest for both pages',
    );
  }
}

/** Whether a page is there for signing in, by its address or by a field for a password. */
function isSignIn({ url, redirected, bytes }: Download): boolean {
  const hasName = /\b(?:(?:log|sign)[-_]?(?:in|on)|sso|oauth2?|authorize)\b/i.test(new URL(url).pathname);
  return redirected && (hasName || /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(new TextDecoder().decode(bytes)));
}

/** Fetches the icon that WebKit takes from the page. */
export async function checkTouchIcon(source: Source, progress: Progress): Promise<CommandFinding[]> {
  const icon = source.page && findTouchIcon(readHead(source.page.html), source.page.url);
  if (!icon) return [];
  const { url, tag } = icon;
  const report = (
    code: CommandFinding['code'],
    level: FindingLevel,
    message: string,
    fix?: string,
  ): CommandFinding[] => [
    {
      level,
      code,
      path: 'link[rel="apple-touch-icon"]',
      message,
      value: tag.attributes.href,
      engines: ['webkit'],
      spec: appleIcons,
      ...(fix !== undefined && { fix }),
      line: tag.line,
      column: tag.column,
    },
  ];
  const result = (await measureImages([{ url, kind: 'icon', isMaskable: false }], source, progress)).get(url)!;
  if (!isMeasured(result))
    return report('touch-icon-unreachable', 'warning', `The apple-touch-icon does not come. ${result.reason}`);
  const { shown, width = touchIconSize, height = touchIconSize, isTransparent } = result;
  if (shown !== true && 'fault' in shown)
    return report('touch-icon-unreachable', 'warning', `The apple-touch-icon is not shown. ${shown.fault}`);
  if (Math.min(width, height) < touchIconSize)
    return report(
      'touch-icon-small',
      'advice',
      `The apple-touch-icon is ${width}x${height} pixels, and phones show ${touchIconSize}x${touchIconSize}.`,
    );
  return isTransparent
    ? report(
        'touch-icon-transparent',
        'advice',
        'The apple-touch-icon can be seen through, and the Home Screen shows black there.',
        'fill the whole square with a color',
      )
    : [];
}

/** Reads the service worker that the page registers, as far as the page shows which it is. */
export async function checkWorker(source: Source, { manifest }: ProcessedResult): Promise<CommandFinding[]> {
  const { page, access } = source;
  if (!page) return [];
  const address = await findWorker(source);
  const script = address && (await readText(address, access));
  if (!script) return [];
  const report = (code: CommandFinding['code'], message: string, fix: string): CommandFinding => ({
    level: 'advice',
    code,
    path: '',
    message,
    value: address,
    engines: browsers,
    spec: workers,
    fix,
    line: 0,
    column: 0,
  });
  const name = new URL(source.manifestUrl).pathname.split('/').at(-1)!;
  const found: CommandFinding[] = [];
  if (/["'`/]/.test(script) && script.includes(name) && /\bcaches?\b|precache/i.test(script))
    found.push(
      report(
        'worker-caches-manifest',
        `The service worker ${address} names ${name}: a manifest that comes from a cache keeps installed apps from updates.`,
        'leave the manifest to the network',
      ),
    );
  const isWhole = !/\bimportScripts\s*\(|^\s*import\b|workbox/m.test(script);
  if (manifest.share_target?.method === 'POST' && isWhole && !/\bonfetch\b|["'`]fetch["'`]/.test(script))
    found.push(
      report(
        'worker-misses-share',
        `The service worker ${address} handles no fetch, so what is shared by POST to ${manifest.share_target.action} needs a server that answers.`,
        "addEventListener('fetch', …)",
      ),
    );
  return found;
}

/** The address of the service worker, from the scripts in the page and the first that it links on its origin. */
async function findWorker({ page, access }: Source): Promise<string | undefined> {
  const { html, url } = page!;
  const linked = [...html.matchAll(/<script\b[^>]*\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)]
    .map(([, one, two, three]) => one ?? two ?? three ?? '')
    .filter((src) => URL.canParse(src, url) && new URL(src, url).origin === new URL(url).origin)
    .slice(0, mostScripts);
  for (const src of [undefined, ...linked]) {
    const script = src === undefined ? html : await readText(new URL(src, url).href, access);
    const address = /serviceWorker\s*\.\s*register\s*\(\s*(?:"([^"]+)"|'([^']+)'|`([^`$]+)`)/.exec(script ?? '');
    const found = address?.slice(1).find(Boolean);
    if (found && URL.canParse(found, url)) return new URL(found, url).href;
  }
  return undefined;
}

async function readText(url: string, access: Source['access']): Promise<string | undefined> {
  try {
    const { status, bytes } = await download(url, { access });
    return status === 200 ? new TextDecoder().decode(bytes) : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
