import contract from '../../contract/schemas.json' with { type: 'json' };
import type { Exchange } from '../support/node/contract-check.js';
import { play, scenarios } from './scenarios.js';

/** The site of the examples. */
const site = { origin: 'https://app.example', config: { rpId: 'app.example', rpName: 'Example' } };

/** Of one operation: bodies of requests by media type, and JSON bodies of answers by status, each by name. */
export interface OperationExamples {
  requests: Record<string, Record<string, unknown>>;
  answers: Record<string, Record<string, unknown>>;
}

/** Stories whose steps fit together: the challenge of the options is the one in the response, and so on. */
const stories = [
  ['POST /webauthn/login/verify', '200'],
  ['POST /webauthn/login/verify', '200 by stepping up'],
  ['POST /signup/verify', '201'],
  ['POST /payment/verify', '200'],
  ['POST /auth/device/redeem', '200'],
  ['POST /auth/handoff/redeem', '200'],
  ['POST /auth/fedcm', '200'],
  ['POST /identity/verify', '200'],
  ['POST /otp/verify', '200'],
  ['POST /otp/token', '200'],
] as const;

const patterns = Object.keys(contract.operations).map((name) => {
  const [method, path] = name.split(' ') as [string, string];
  return { name, method, paths: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The operation of an exchange; undefined for what the contract does not describe. */
export function operationOf({ method, path }: Exchange): string | undefined {
  return patterns.find((pattern) => pattern.method === method && pattern.paths.test(path.split('?')[0]!))?.name;
}

/** The name of the example that a success becomes, or undefined if it only varies another one. */
export function exampleOf(name: string, example?: string): string | undefined {
  if (example) return example;
  return /^[23]\d\d$/.test(name) ? 'typical' : undefined;
}

/** Whether an answer has a JSON body. */
export const isJson = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  headers.get('Content-Type') === 'application/json';

/** Long texts are cut: they are made for one request, and nothing can be learned from them. */
function shorten(value: unknown, issuer: string): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll(issuer, 'https://login.example');
    return text.length > 800 ? `${text.slice(0, 60)}…` : text;
  }
  if (Array.isArray(value)) return value.map((member) => shorten(member, issuer));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member, issuer)]));
}

function readRequest(sent: string): { mediaType: string; body: unknown } | undefined {
  if (!sent.startsWith('{'))
    return { mediaType: 'application/x-www-form-urlencoded', body: Object.fromEntries(new URLSearchParams(sent)) };
  try {
    return { mediaType: 'application/json', body: JSON.parse(sent) };
  } catch {
    return undefined;
  }
}

/**
 * Plays the scenarios on a server of https://app.example, and returns what went over the wire as examples by operation.
 */
export async function collectExamples(): Promise<Record<string, OperationExamples>> {
  const examples: Record<string, OperationExamples> = Object.fromEntries(
    Object.keys(contract.operations).map((name) => [name, { requests: {}, answers: {} }]),
  );
  const keep = (exchange: Exchange, name: string, issuer: string): void => {
    const operation = operationOf(exchange);
    if (!operation) return;
    const { requests, answers } = examples[operation]!;
    const request = exchange.status < 400 && exchange.sent ? readRequest(exchange.sent) : undefined;
    if (request) (requests[request.mediaType] ??= {})[name] ??= shorten(request.body, issuer);
    if (isJson(exchange)) (answers[exchange.status] ??= {})[name] ??= shorten(JSON.parse(exchange.body), issuer);
  };

  for (const [operation, name] of stories) {
    const scenario = scenarios[operation]![name]!;
    const { exchanges, issuer } = await play(scenario, site);
    const stepsUp = scenario.example === 'step_up';
    const folder = /\/\w+/.exec(operation)![0];
    // Of two exchanges of one operation, the later one belongs to the story.
    const steps = exchanges.toReversed().filter(({ path, status }) => status < 400 && path.startsWith(folder));
    for (const exchange of steps)
      if (!stepsUp || exchange.path.includes('step-up')) keep(exchange, stepsUp ? 'step_up' : 'typical', issuer);
  }
  for (const cases of Object.values(scenarios)) {
    for (const [name, scenario] of Object.entries(cases)) {
      const { exchanges, issuer } = await play(scenario, site);
      const last = exchanges.at(-1)!;
      const { error } = isJson(last) && last.status >= 400 ? (JSON.parse(last.body) as { error: string }) : {};
      const example = error ?? exampleOf(name, scenario.example);
      if (example) keep(last, example, issuer);
    }
  }
  return examples;
}

/** Whether two values have the same members with the same types. */
export function haveSameShape(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === 0 || other.length === 0 || haveSameShape(one[0], other[0]);
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return (one === null) === (other === null) && typeof one === typeof other;
  const names = Object.keys(one).sort();
  return (
    names.join() === Object.keys(other).sort().join() &&
    names.every((name) => haveSameShape((one as never)[name], (other as never)[name]))
  );
}
