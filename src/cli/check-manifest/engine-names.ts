import type { Engine } from '../../manifest/index.js';

const engineNames: Record<Engine, string> = {
  chromium: 'Chromium',
  webkit: 'WebKit',
  gecko: 'Gecko',
  spec: 'the specification',
};

/** The engines that a finding is about, in parentheses; empty if it is about all. */
export function nameEngines(engines: readonly Engine[]): string {
  return engines.length > 0 && engines.length < 4
    ? ` (${engines.map((engine) => engineNames[engine]).join(', ')})`
    : '';
}
