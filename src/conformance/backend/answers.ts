import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../../contract/schemas.json' with { type: 'json' };
import type { Exchange } from './exchange.js';

type Content = Readonly<Record<string, Schema | true>> | null;

interface Operation {
  readonly chapter: string;
  readonly responses: Readonly<Record<string, Content>>;
  /** Of statuses that are not listed one by one: `2XX`, `4XX`. */
  readonly ranges?: Readonly<Record<string, Content>>;
}

const operations = Object.entries(contract.operations as unknown as Record<string, Operation>).map(
  ([name, operation]) => {
    const [method, path] = name.split(' ') as [string, string];
    const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
    return { name, method, operation, pattern: new RegExp(`^${pattern}$`) };
  },
);

/** An answer that the contract does not list. */
export interface Breach {
  /** Method and path as the contract names them. */
  readonly operation: string;
  readonly status: number;
  /** What is wrong, as a sentence. */
  readonly sentence: string;
  /** It fits without the members that are null and may be missing, as clients read it. */
  readonly hasNulls?: true;
}

const validators = new Map<string, Validator>();

function validate(key: string, schema: Schema, value: unknown): { wrong: string; places: string[] } | undefined {
  let validator = validators.get(key);
  if (!validator) {
    validator = new Validator({ ...schema, $defs: contract.$defs as unknown as Record<string, Schema> }, '2020-12');
    validators.set(key, validator);
  }
  const { valid, errors } = validator.validate(value);
  if (valid) return undefined;
  const deepest = errors.reduce((found, error) =>
    error.instanceLocation.length > found.instanceLocation.length ? error : found,
  );
  return {
    wrong: `${deepest.instanceLocation.replace(/^#\/?/, '') || 'the body'}: ${deepest.error}`,
    places: errors.map(({ instanceLocation }) => instanceLocation.replace(/^#\/?/, '')),
  };
}

/** Takes the members at `places` that are null out of `value`, and returns where they were. */
function removeNulls(value: unknown, places: readonly string[]): string[] {
  return [...new Set(places)].filter((place) => {
    const path = place.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const name = path.pop()!;
    const owner = path.reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], value);
    const isNull =
      Object(owner) === owner && !Array.isArray(owner) && (owner as Record<string, unknown>)[name] === null;
    return isNull && Reflect.deleteProperty(owner as object, name);
  });
}

/** Compares an answer with the contract; undefined if it fits, or if the contract does not speak of it. */
export function findBreach(exchange: Exchange, baseUrl: URL): Breach | undefined {
  const { method, url, status, headers, body } = exchange;
  if (status === 0) return undefined;
  const path = `/${new URL(url).pathname.slice(baseUrl.pathname.length)}`;
  const found = operations.find((candidate) => candidate.method === method && candidate.pattern.test(path));
  if (!found) return undefined;
  const { name, operation } = found;
  const breach = (sentence: string): Breach => ({ operation: name, status, sentence });
  const listed = { ...operation.ranges, ...operation.responses };
  const key = [`${status}`, `${Math.floor(status / 100)}XX`].find((one) => Object.hasOwn(listed, one));
  if (key === undefined) {
    // A missing chapter, and what a proxy or a busy server sends before the backend.
    if ([404, 405, 429, 501, 502, 503].includes(status)) return undefined;
    return breach(`The contract lists no ${status} for ${name}.`);
  }
  const content = listed[key]!;
  if (content === null) return body === '' ? undefined : breach(`${status} of ${name} has a body.`);
  const type = headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1] ?? '';
  const mediaType = type.split(';')[0]!.trim().toLowerCase();
  if (status >= 400 && mediaType.startsWith('text/html')) return undefined;
  const schema = content[mediaType];
  if (schema === undefined)
    return breach(
      `${status} of ${name} is sent as ${mediaType || 'nothing'} instead of ${Object.keys(content).join(' or ')}.`,
    );
  if (schema === true) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return breach(`${status} of ${name} is not JSON.`);
  }
  const check = () => validate(`${name} ${status} ${mediaType}`, schema, value);
  const first = check();
  if (!first) return undefined;
  const nulls: string[] = [];
  let mismatch: typeof first | undefined = first;
  // The validator stops at the first mismatch of each object.
  while (mismatch) {
    const removed = removeNulls(value, mismatch.places);
    if (removed.length === 0) return breach(`${status} of ${name}: ${first.wrong}`);
    nulls.push(...removed);
    mismatch = check();
  }
  return { ...breach(`${status} of ${name}: ${nulls.join(', ')}: null where nothing may be there.`), hasNulls: true };
}
