import type { JsonNode } from '../json-node.js';
import { memberOf, missing, type Reading } from '../reading.js';
import { isWithin, withoutFragment } from '../urls.js';

/** Who the app is and where it reaches. */
export interface Identity {
  id: string;
  startUrl: URL;
  scope: URL;
  /** Which of the three members gave their values themselves. */
  given: string[];
}

/** Works out `start_url`, `scope` and `id`, in this order: each depends on the ones before. */
export function readIdentity(reading: Reading, root: JsonNode): Identity {
  const startUrl = readStartUrl(reading, root);
  reading.startUrl = startUrl ?? reading.context.documentUrl;
  const scope = readScope(reading, root);
  reading.scope = scope ?? new URL('.', reading.startUrl);
  const id = readId(reading, root);
  reading.hasId = id !== undefined;
  const given = Object.entries({ start_url: startUrl, scope, id }).filter(([, value]) => value !== undefined);
  return { startUrl: reading.startUrl, scope: reading.scope, id: id ?? defaultId(reading), given: given.map(([name]) => name) };
}

function readStartUrl(reading: Reading, root: JsonNode): URL | undefined {
  const { manifestUrl, documentUrl } = reading.context;
  const consequence = `the app starts at the page that links the manifest, ${documentUrl.href}`;
  const node = memberOf(root, 'start_url');
  if (!node) reading.reportMissing(root, 'start_url', consequence);
  if (node?.value === '') {
    if (reading.rules === 'chromium') {
      reading.report('empty-url', node, `"start_url" is empty, which Chromium takes for the manifest's own URL, ${manifestUrl.href}; for others ${consequence}.`, { fix: '"/"', engines: ['chromium'] });
    } else {
      reading.report('empty-url', node, `"start_url" is empty; ${consequence}. Chromium takes it for the manifest's own URL.`, { fix: '"/"', engines: ['spec', 'webkit', 'gecko'] });
      return undefined;
    }
  }
  const url = reading.urlOfOrigin(node, consequence);
  if (url && node!.value !== '' && namesSomebody(url)) {
    reading.report('user-identifier', node!, `"start_url" seems to carry something that tells people apart: ${url.search}. It is the same for everybody who installs the app, and must not identify anyone.`, {
      spec: 'https://www.w3.org/TR/appmanifest/#privacy-consideration-start_url-tracking',
    });
  }
  return url;
}

function readScope(reading: Reading, root: JsonNode): URL | undefined {
  const otherwise = new URL('.', reading.startUrl);
  const consequence = `the scope is the folder of the start URL, ${otherwise.href}`;
  const node = memberOf(root, 'scope');
  if (!node) return undefined;
  if (node.value === '') {
    reading.report('empty-url', node, `"scope" is empty, ${reading.rules === 'chromium' ? `which Chromium takes for the manifest's own URL` : `so that ${consequence}. Chromium takes it for the manifest's own URL`}.`, {
      fix: JSON.stringify(otherwise.pathname),
      engines: reading.rules === 'chromium' ? ['chromium'] : ['spec', 'webkit', 'gecko'],
    });
    if (reading.rules !== 'chromium') return undefined;
  }
  const scope = reading.url(node, consequence);
  if (!scope) return undefined;
  if (!isWithin(reading.startUrl, scope)) {
    reading.report('start-url-outside-scope', node, `The start URL ${reading.startUrl.href} is outside "scope", ${scope.href}, which therefore does not count; ${consequence}.`, {
      fix: JSON.stringify(otherwise.pathname),
    });
    return undefined;
  }
  if (/[?#]/.test(scope.href)) {
    scope.search = '';
    scope.hash = '';
    reading.report('query-dropped', node, `Query and fragment do not count in "scope"; it is ${scope.href}.`, { fix: JSON.stringify(scope.pathname) });
  }
  if (!scope.pathname.endsWith('/')) {
    reading.report('scope-without-slash', node, `"scope" does not end with a slash, so that ${scope.href}-and-more is in scope too.`, { fix: JSON.stringify(`${scope.pathname}/`) });
  }
  return scope;
}

function readId(reading: Reading, root: JsonNode): string | undefined {
  const { startUrl, rules } = reading;
  const recommended = JSON.stringify(withoutFragment(startUrl).href.slice(startUrl.origin.length));
  const consequence = `the start URL is the identity, ${defaultId(reading)}`;
  const node = memberOf(root, 'id');
  if (!node) {
    reading.report('id-missing', missing(root, 'id'), `There is no "id", so that ${consequence}. Changing it later makes another app of this one.`, {
      fix: `"id": ${recommended}`,
    });
    return undefined;
  }
  if (node.value === '') {
    reading.report('empty-url', node, `"id" is empty; ${consequence}.`, { fix: recommended });
    return undefined;
  }
  const id = reading.urlOfOrigin(node, consequence, new URL(startUrl.origin));
  if (!id || !id.href.includes('#')) return id?.href;
  if (rules === 'gecko') {
    reading.report('fragment-kept', node, `Gecko keeps the fragment of "id", ${id.hash || '#'}; everybody else drops it.`, { fix: JSON.stringify(id.pathname + id.search), engines: ['gecko'] });
    return id.href;
  }
  reading.report('fragment-dropped', node, `The fragment of "id" does not count: ${id.hash || '#'}.`, { fix: JSON.stringify(id.pathname + id.search), engines: ['spec', 'chromium', 'webkit'] });
  return withoutFragment(id).href;
}

/** The start URL; WebKit and Gecko leave a fragment on it. */
function defaultId({ startUrl, rules }: Reading): string {
  return rules === 'gecko' || rules === 'webkit' ? startUrl.href : withoutFragment(startUrl).href;
}

/** Names of query parameters that tell people, devices or visits apart, and values that look like it. */
function namesSomebody(url: URL): boolean {
  const tellingNames = /^(?:u|user|usr|account|member|customer|client|session|visitor|device|install(?:ation)?)[-_]?(?:id|name|key|token)?$|^(?:uid|uuid|guid|sid|email|mail|token|auth|jwt)$/i;
  const tellingValues = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^[\da-f]{32,}$|@/i;
  return [...url.searchParams].some(([name, value]) => value !== '' && (tellingNames.test(name) || tellingValues.test(value)));
}
