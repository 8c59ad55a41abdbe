import { firstKeyword, record } from '../rules.js';
import type { ClientMode } from '../types.js';

const clientMode = firstKeyword<ClientMode>(['auto', 'navigate-new', 'navigate-existing', 'focus-existing']);

/** `launch_handler`. Of a list of modes the first known one counts. */
export const launchHandler = record<{ client_mode: ClientMode }>(
  {},
  { client_mode: clientMode },
  { defaults: () => ({ client_mode: 'auto' }) },
);
