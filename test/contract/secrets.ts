import type { Message } from '../../server/src/one-time-codes/sender.js';
import type { Exchange } from '../support/node/contract-check.js';

/** What is random: cookies, challenges, states, nonces, tokens and their parts, ids of hand-offs, keys, signatures. */
const random = /[\w-]{22,}/g;
/** What people type: passwords, codes and addresses. */
const typed = /"(?:password|code|email|phone|to)":"([^"]+)"/g;
const typedInForms = /(?:^|&)(?:password|code)=([^&]+)/g;

/** Names have fewer kinds of characters. */
const isRandom = (text: string): boolean => [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(text));

/**
 * Everything secret that went over the wire in a run, and what was sent in messages. Credential ids are left out: they
 * are public, and the log names passkeys by them.
 */
export function findSecrets(exchanges: readonly Exchange[], messages: readonly Message[]): string[] {
  const texts = exchanges.flatMap(({ path, headers, body, sent = '' }) => [
    path,
    JSON.stringify([...headers].filter(([name]) => name !== 'x-request-id')),
    body,
    sent,
  ]);
  const all = [...texts, ...messages.map(({ text }) => text)].join('\n');
  const credentials = new Set([...all.matchAll(/"(?:raw)?id":"([^"]+)"/gi)].map(([, id]) => id!));
  return [
    ...new Set([
      ...(all.match(random) ?? []).filter((text) => isRandom(text) && !credentials.has(text)),
      ...texts.flatMap((text) => [...text.matchAll(typed), ...text.matchAll(typedInForms)].map(([, value]) => value!)),
      ...messages.flatMap(({ to, text }) => [to.address, ...(text.match(/\b\d{6}\b/g) ?? [])]),
    ]),
  ];
}
