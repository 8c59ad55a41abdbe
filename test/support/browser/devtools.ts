import { executeServerCommand } from '@web/test-runner-commands';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** An event of the browser: its name under `event`, its parameters beside it. */
export type BrowserEvent = {
  [Name in keyof Events]: Name extends `WebAuthn.${string}` | `FedCm.${string}`
    ? { event: Name } & Events[Name][0]
    : never;
}[keyof Events];

/**
 * Sends one command of the Chrome DevTools Protocol to the page of this test; resolves to the browser's answer and
 * rejects with its error.
 */
export function cdp<Method extends keyof Commands>(
  method: Method,
  ...params: Commands[Method]['paramsType']
): Promise<Commands[Method]['returnType']> {
  return executeServerCommand('devtools:send', { method, params: params[0] ?? {} });
}

/** Takes the WebAuthn and FedCM events that the browser reported since the last call, oldest first. */
export function takeBrowserEvents(): Promise<BrowserEvent[]> {
  return executeServerCommand('devtools:events');
}
