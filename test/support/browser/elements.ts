import type { LatchError } from '../../../src/index.js';

/** The native button of one of our elements. */
export const buttonOf = (element: Element) => element.shadowRoot!.querySelector('button')!;

/** What its status line says. */
export const statusOf = (element: Element) => element.shadowRoot!.querySelector('[role=status]')!.textContent;

const states = [
  'pending',
  'asking',
  'sending',
  'verifying',
  'signingOut',
  'unconfirmed',
  'loading',
  'renaming',
  'removing',
  'ending',
  'confirming',
  'guiding',
  'done',
  'failed',
];

/** The custom states it is in. */
export const statesOf = (element: Element) => states.filter((state) => element.matches(`:state(${state})`));

/** Every event of our elements that reaches the document, until `stop`. */
export function watchEvents(): { all: CustomEvent<unknown>[]; types: string[]; stop(): void } {
  const all: CustomEvent<unknown>[] = [];
  const over = new AbortController();
  const { signal } = over;
  for (const name of [
    'signed-in',
    'sign-in-failed',
    'next-step',
    'signed-up',
    'sign-up-failed',
    'stepped-up',
    'passkey-created',
    'passkey-create-failed',
    'code-complete',
    'address-verified',
    'passkey-renamed',
    'passkey-removed',
    'before-sign-out',
    'identity-verified',
    'identity-failed',
    'payment-confirmed',
    'payment-failed',
    'signed-out',
    'session-revoked',
    'account-changed',
    'account-deleted',
  ]) {
    addEventListener(`latch-${name}`, (event) => all.push(event as CustomEvent<unknown>), { signal, capture: true });
  }
  return {
    all,
    get types() {
      return all.map(({ type }) => type);
    },
    stop: () => over.abort(),
  };
}

/** Everything in `value` that its receiver could read, including errors with their causes. */
export function everythingIn(value: unknown): string {
  if (value instanceof Error)
    return [value.name, value.message, (value as LatchError).code, everythingIn(value.cause)].join(' ');
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) throw new Error('bytes');
  if (value instanceof Object)
    return Object.entries(value)
      .map(([name, member]) => `${name} ${everythingIn(member)}`)
      .join(' ');
  return String(value);
}

/** Has what pages report to their makers collected here instead of failing the test, until `stop`. */
export function watchReports(): { all: unknown[]; stop(): void } {
  const all: unknown[] = [];
  const own = globalThis.reportError;
  globalThis.reportError = (error) => void all.push(error);
  return { all, stop: () => (globalThis.reportError = own) };
}
