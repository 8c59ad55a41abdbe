import type { LitElement } from 'lit';
import '../../../src/define/all.js';
import { clientFor } from '../../../src/base/client/client.js';
import { isEmbedded } from '../../../src/base/browser/embedding.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { contentBackend } from './backend.js';
import { readSms } from '../../../src/one-time-code/read-sms.js';
import { requestCode } from '../../../src/one-time-code/request.js';

/**
 * With `passkeys` in its query, its backend issues request options; it can be reached in no other way.
 *
 * Reports from a page in a frame to the page around it: whether it considers itself embedded, the result of a click on
 * the element in its query, the result of waiting for a text message, or the request for a code.
 */
// A frame without an address has its query as its name.
const query = new URLSearchParams(location.search || window.name);
const tag = query.get('tag');
const requests: string[] = [];
let body: unknown;
globalThis.fetch = async (input, init) => {
  body = init?.body;
  const { pathname, search } = new URL(input as string, location.href);
  requests.push(pathname + search);
  if (query.has('passkeys') && pathname === '/webauthn/login/options')
    return contentBackend({ method: 'POST', path: pathname, body: undefined, init: {} });
  throw new TypeError('Failed to fetch');
};

/** What the element says, once a click on it has failed or led to the request that the query names. */
async function use(element: LitElement): Promise<string> {
  const status = () => element.shadowRoot!.querySelector('[role=status]')!.textContent.trim();
  await element.updateComplete;
  const before = requests.length;
  element.shadowRoot!.querySelector('button')!.click();
  while (!element.matches(':state(failed)') && !requests.slice(before).includes(query.get('path')!))
    await new Promise((resolve) => setTimeout(resolve));
  return status();
}

let status: string | undefined;
if (query.has('ask')) {
  await requestCode({ client: clientFor(), to: 'ada@example.com' }).catch(() => {});
  status = String(body);
}
if (query.has('otp')) status = await readSms({ timeout: 200 }).catch(({ code }: LatchError) => code);
if (tag) {
  const element = document.createElement(tag) as LitElement;
  element.toggleAttribute('allow-embedded', query.has('allowed'));
  document.body.append(element);
  status = await use(element);
}
parent.postMessage({ isEmbedded: isEmbedded(), requests, status }, '*');
