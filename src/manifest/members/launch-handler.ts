import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ClientMode } from '../types.js';

const clientModes: readonly ClientMode[] = ['auto', 'navigate-new', 'navigate-existing', 'focus-existing'];

/** `launch_handler`. Of a list of modes the first known one counts; `auto` if there is none. */
export function readLaunchHandler(reading: Reading, node: JsonNode): { client_mode: ClientMode } {
  const mode = reading.object(node) && memberOf(node, 'client_mode');
  return { client_mode: readFirstKnown(reading, mode, clientModes) ?? 'auto' };
}

/** The first known value of a text or a list of texts. */
export function readFirstKnown<Value extends string>(reading: Reading, node: JsonNode | undefined, values: readonly Value[]): Value | undefined {
  const options = { exact: reading.rules === 'spec', spaced: false, consequence: 'it is passed over' };
  if (!node || typeof node.value === 'string') return reading.keyword(node, values, options);
  for (const item of reading.list(node, 'it is ignored; a text or a list of texts would do') ?? []) {
    const value = reading.keyword(item, values, options);
    if (value) return value;
  }
  return undefined;
}
