import type { IdentityRequest } from '../../../src/base/contract/types.js';
import { json, type BackendRequest } from './backend.js';
import { click } from './click.js';
import { cdp } from './devtools.js';

/**
 * How the browser's virtual wallet responds to the next requests: with this credential, not at all, or as if the user
 * declined. It ignores the content of the requests.
 */
export function setWallet(answer: { protocol: string; data: object } | 'wait' | 'decline'): Promise<void> {
  return typeof answer === 'string'
    ? cdp('DigitalCredentials.setVirtualWalletBehavior', { action: answer })
    : cdp('DigitalCredentials.setVirtualWalletBehavior', {
        action: 'respond',
        protocol: answer.protocol,
        response: answer.data,
      });
}

/** Does `work` in the answer to a real click. */
export async function afterClick<Result>(work: () => Promise<Result>): Promise<Result> {
  const button = document.body.appendChild(Object.assign(document.createElement('button'), { textContent: 'Go' }));
  let result: Promise<Result> | undefined;
  button.addEventListener('click', () => {
    result ??= work();
    result.catch(() => 'handled by the caller, once the click is over');
  });
  await click(button);
  button.remove();
  return result!;
}

/**
 * Lets the browser take, or not take, all that the page does for the answer to a click, until the returned function is
 * called.
 */
export function pretendGesture(isActive: boolean): () => void {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive, hasBeenActive: true } });
  return () => Reflect.deleteProperty(navigator, 'userActivation');
}

/** The request to a wallet with `protocol`. */
export function identityRequest(protocol: string): IdentityRequest {
  return { protocol, data: { asked: protocol } } as unknown as IdentityRequest;
}

/** What the browser gives of a wallet. */
export function walletCredential(
  protocol = 'openid4vp-v1-unsigned',
  data: unknown = { response: 'ZW5jcnlwdGVk' },
): Credential {
  return { type: 'digital', protocol, data } as unknown as Credential;
}

/** The result of every verification at the backend of these tests. */
export const claims = { age: { age_over_18: true } };

/** Answers as a backend that knows both protocols and is content with everything. */
export function identityBackend({ path }: BackendRequest): Response {
  const protocol = /identity\/request\?protocol=([\w-]+)$/.exec(path)?.[1];
  return json(protocol ? identityRequest(protocol) : { verified: true, claims });
}
