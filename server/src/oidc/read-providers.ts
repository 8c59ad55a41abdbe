import { ConfigError } from '../config/config-error.js';
import { isLocalhost } from '../http/localhost.js';
import { presets, type PresetName } from './presets.js';
import type { ClientKey, ProviderSettings } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Entry = Record<string, unknown>;

/** Those of RFC 6749, appendix A.4. */
const scopeNames = /^[\u0021\u0023-\u005b\u005d-\u007e]+(?: [\u0021\u0023-\u005b\u005d-\u007e]+)*$/;
const idForm = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const domainForm = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;
/** What the protocol needs, and an operator must not set. */
const ownParameters = [
  'acr_values',
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'login_hint',
  'max_age',
  'nonce',
  'prompt',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
];

const members = [
  'acrValues',
  'algorithm',
  'clientAuthentication',
  'clientId',
  'clientSecret',
  'domain',
  'domains',
  'dpop',
  'exceptions',
  'icon',
  'id',
  'issuer',
  'keyId',
  'listed',
  'logout',
  'name',
  'nonce',
  'parameters',
  'preset',
  'privateKey',
  'prompt',
  'pushedRequests',
  'realm',
  'required',
  'scope',
  'teamId',
  'tenant',
];

/** Reads members of one entry of `PROVIDERS`, and names the place in errors. */
class EntryReader {
  constructor(
    readonly entry: Entry,
    readonly place: string,
  ) {}

  refuse(member: string, must: string): never {
    throw new ConfigError(`${this.place}: "${member}" ${must}.`);
  }

  text(member: string): string | undefined {
    const value = this.entry[member];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') this.refuse(member, 'must be a text');
    return value;
  }

  demand(member: string): string {
    return this.text(member) ?? this.refuse(member, 'is required');
  }

  flag(member: string): boolean | undefined {
    const value = this.entry[member];
    if (value !== undefined && typeof value !== 'boolean') this.refuse(member, 'must be true or false');
    return value;
  }

  oneOf<Word extends string>(member: string, words: readonly Word[]): Word | undefined {
    const value = this.text(member);
    if (value === undefined || (words as readonly string[]).includes(value)) return value as Word | undefined;
    return this.refuse(member, `must be one of ${words.join(', ')}`);
  }

  list(member: string): string[] | undefined {
    const value = this.entry[member];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' && item !== ''))
      this.refuse(member, 'must be a list of texts');
    return value as string[];
  }
}

function readIssuer(reader: EntryReader, text: string): string {
  if (!URL.canParse(text)) reader.refuse('issuer', `must be a URL such as https://login.example.com, not "${text}"`);
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search || hash || username || password || /[?#]$/.test(text))
    reader.refuse('issuer', 'must be a URL without query, fragment, user or password');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocalhost(hostname)))
    reader.refuse('issuer', `must use https, except for a provider on localhost, but is "${text}"`);
  return text;
}

function readScope(reader: EntryReader, preset: string | undefined, isOpenId: boolean): string {
  const scope = reader.text('scope') ?? preset ?? 'openid profile email';
  if (!scopeNames.test(scope)) reader.refuse('scope', `must be names separated by single spaces, not "${scope}"`);
  if (isOpenId && !scope.split(' ').includes('openid'))
    reader.refuse('scope', `must contain openid, but is "${scope}"`);
  return scope;
}

function readDomains(reader: EntryReader): string[] | undefined {
  const domains = reader.list('domains');
  const wrong = domains?.find((domain) => !domainForm.test(domain));
  if (wrong !== undefined) reader.refuse('domains', `must be domain names in lower case, not "${wrong}"`);
  return domains;
}

function readParameters(reader: EntryReader): Record<string, string> | undefined {
  const { parameters } = reader.entry;
  if (parameters === undefined) return undefined;
  const isObject = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  if (!isObject || !Object.values(parameters).every((value) => typeof value === 'string'))
    reader.refuse('parameters', 'must be an object of texts');
  const own = Object.keys(parameters).find((name) => ownParameters.includes(name));
  if (own !== undefined) reader.refuse('parameters', `must not set ${own}`);
  return parameters as Record<string, string>;
}

function readKey(reader: EntryReader, isApple: boolean): ClientKey | undefined {
  const privateKey = reader.text('privateKey');
  if (privateKey === undefined) {
    if (isApple) reader.refuse('privateKey', 'is required: Apple has no other secret');
    return undefined;
  }
  if (!/^-----BEGIN PRIVATE KEY-----\s[\s\S]+-----END PRIVATE KEY-----\s*$/.test(privateKey))
    reader.refuse('privateKey', 'must be a private key in PEM (PKCS #8)');
  return {
    privateKey,
    keyId: isApple ? reader.demand('keyId') : reader.text('keyId'),
    algorithm: reader.oneOf('algorithm', ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA']) ?? 'ES256',
    teamId: isApple ? reader.demand('teamId') : reader.text('teamId'),
  };
}

/** Fills the places of an issuer, such as `{tenant}`, with members of the entry of that name. */
const fillPlaces = (reader: EntryReader, issuer: string): string =>
  issuer.replaceAll(/\{(tenant|domain|realm)\}/g, (_place, member: string) => {
    const value = reader.demand(member);
    return /^[\w.~:-]+$/.test(value) ? value : reader.refuse(member, `must be a name, not "${value}"`);
  });

function readProvider(entry: unknown, place: string): ProviderSettings {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new ConfigError(`${place} must be an object.`);
  const reader = new EntryReader(entry as Entry, place);
  const unknown = Object.keys(entry).find((member) => !members.includes(member));
  if (unknown !== undefined) reader.refuse(unknown, `is unknown; known are ${members.join(', ')}`);
  const presetName = reader.oneOf('preset', Object.keys(presets) as PresetName[]);
  const preset = presetName && presets[presetName];
  const id = reader.text('id') ?? presetName ?? reader.refuse('id', 'is required without a preset');
  if (!idForm.test(id)) reader.refuse('id', 'must be lower-case letters, digits and hyphens, 64 at most');
  const name = reader.text('name') ?? preset?.name ?? reader.refuse('name', 'is required without a preset');
  if (Array.from(name).length > 64) reader.refuse('name', 'must have 64 characters at most');
  const icon = reader.text('icon') ?? preset?.icon;
  if (icon !== undefined && icon.length > 16_384) reader.refuse('icon', 'must have 16384 characters at most');
  const isApple = preset?.clientAuthentication === 'apple';
  const key = readKey(reader, isApple);
  const clientSecret = reader.text('clientSecret');
  const clientAuthentication = reader.oneOf('clientAuthentication', clientAuthentications);
  if (clientAuthentication?.startsWith('client_secret') && clientSecret === undefined)
    reader.refuse('clientSecret', `is required for ${clientAuthentication}`);
  if (clientAuthentication === 'private_key_jwt' && !key)
    reader.refuse('privateKey', 'is required for private_key_jwt');
  if (!clientAuthentication && !key && clientSecret === undefined)
    reader.refuse('clientSecret', 'is required, or a privateKey, or "clientAuthentication": "none"');
  const domains = readDomains(reader);
  const isRequired = reader.flag('required');
  if (isRequired && !domains?.length) reader.refuse('required', 'needs domains');
  const given = {
    icon,
    clientSecret,
    clientAuthentication,
    key,
    domains,
    isRequired,
    exceptions: reader.list('exceptions'),
    isListed: reader.flag('listed'),
    pushedRequests: reader.flag('pushedRequests'),
    dpop: reader.flag('dpop'),
    prompt: reader.text('prompt'),
    acrValues: reader.text('acrValues'),
    nonce: reader.oneOf('nonce', ['absent']),
    logout: reader.flag('logout'),
  };
  const { name: _name, issuer: presetIssuer, scope: presetScope, parameters, ...traits } = preset ?? {};
  const issuer = reader.text('issuer') ?? fillPlaces(reader, presetIssuer ?? reader.demand('issuer'));
  if (isRequired && (issuer === presetIssuer || /\/(?:common|organizations|consumers)\//.test(`${issuer}/`)))
    reader.refuse('required', 'is for a provider of the company alone: anyone may have an account here');
  return {
    ...traits,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    id,
    name,
    issuer: readIssuer(reader, issuer),
    clientId: reader.demand('clientId'),
    scope: readScope(reader, presetScope, !preset?.oauth),
    ...((parameters || reader.entry['parameters'] !== undefined) && {
      parameters: { ...parameters, ...readParameters(reader) },
    }),
  };
}

/**
 * Reads `PROVIDERS`: a list of providers in JSON, or the path of a file with it, which `readFile` reads. None without it.
 *
 * @throws {ConfigError} naming the first provider and member that is wrong.
 */
export function readProviders(environment: Environment, readFile: (path: string) => string): ProviderSettings[] {
  const given = environment['PROVIDERS']?.trim();
  if (!given) return [];
  const isInline = given.startsWith('[');
  let list: unknown;
  try {
    list = JSON.parse(isInline ? given : readFile(given));
  } catch (error) {
    // The message of a parser quotes the text, which holds secrets.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
    throw new ConfigError(`PROVIDERS must be a list in JSON, or the path of a file with one, but ${reason}.`);
  }
  if (!Array.isArray(list)) throw new ConfigError('PROVIDERS must be a list.');
  const providers = list.map((entry, index) => readProvider(entry, `PROVIDERS[${index}]`));
  checkProviders(providers);
  return providers;
}

/** @throws {ConfigError} if two providers have the same id, issuer or domain. */
export function checkProviders(providers: readonly ProviderSettings[]): void {
  const refuseTwice = (what: string, values: readonly string[]): void => {
    const twice = values.find((value, index) => values.indexOf(value) < index);
    if (twice !== undefined)
      throw new ConfigError(`PROVIDERS must not have two providers with the ${what} "${twice}".`);
  };
  refuseTwice(
    'id',
    providers.map(({ id }) => id),
  );
  // An account is found by issuer and subject.
  refuseTwice(
    'issuer',
    providers.map(({ issuer }) => issuer),
  );
  refuseTwice(
    'domain',
    providers.flatMap(({ domains = [] }) => domains),
  );
}
