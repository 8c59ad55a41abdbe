import { ConfigError } from '../config/config-error.js';
import { isLocalhost } from '../http/localhost.js';

/** A provider whose tokens the server takes from browsers. */
export interface FedCmSettings {
  /** As pages name it to the browser, and the browser to us. */
  configURL: string;
  clientId: string;
  /** The `iss` of its tokens. */
  issuer: string;
  /** Where its keys are. Without it they are where the issuer's OpenID metadata say. */
  jwksUri: string | undefined;
  /** The format in which browsers with FedCM delegation should present a token. */
  format?: typeof presentationFormat;
}

/** The one format that browsers present. */
const presentationFormat = 'vc+sd-jwt';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the variables of the first provider end in, and those of the others. */
const numbers = ['', '_2', '_3', '_4', '_5', '_6', '_7', '_8', '_9'];

function readSecureUrl(name: string, text: string, example: string): string {
  if (!URL.canParse(text)) throw new ConfigError(`${name} must be a URL such as ${example}, not "${text}".`);
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash || username || password || text.endsWith('#'))
    throw new ConfigError(`${name} must be a URL without fragment, user or password.`);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocalhost(hostname))) {
    throw new ConfigError(`${name} must use https, except for a provider on localhost, but is "${text}".`);
  }
  return text;
}

function readConfigAddress(name: string, text: string): string {
  const address = readSecureUrl(name, text, 'https://login.example.com/fedcm.json');
  const { href } = new URL(address);
  // Browsers write it in this way, and what they name is compared with it character by character.
  if (href !== address)
    throw new ConfigError(`${name} must be spelled as browsers spell URLs, "${href}", but is "${address}".`);
  return address;
}

function readIssuer(name: string, text: string): string {
  const address = readSecureUrl(name, text, 'https://login.example.com');
  if (address.includes('?')) throw new ConfigError(`${name} must be a URL without query.`);
  return address;
}

function readProvider(environment: Environment, number: string): FedCmSettings | undefined {
  const [configName, clientName, issuerName, keysName, formatName] = [
    'CONFIG_URL',
    'CLIENT_ID',
    'ISSUER',
    'JWKS_URI',
    'FORMAT',
  ].map((name) => `FEDCM_${name}${number}`) as [string, string, string, string, string];
  const configURL = environment[configName];
  if (!configURL) {
    const alone = [clientName, issuerName, keysName, formatName].find((name) => environment[name]);
    if (alone) throw new ConfigError(`${configName} is required together with ${alone}.`);
    return undefined;
  }
  const { [clientName]: clientId, [issuerName]: issuer, [keysName]: jwksUri, [formatName]: format } = environment;
  if (!clientId) throw new ConfigError(`${clientName} is required together with ${configName}.`);
  if (!issuer) throw new ConfigError(`${issuerName} is required together with ${configName}.`);
  if (format && format !== presentationFormat)
    throw new ConfigError(`${formatName} must be ${presentationFormat} or absent, not "${format}".`);
  return {
    configURL: readConfigAddress(configName, configURL),
    clientId,
    issuer: readIssuer(issuerName, issuer),
    jwksUri: jwksUri ? readSecureUrl(keysName, jwksUri, 'https://login.example.com/keys') : undefined,
    ...(format && { format: presentationFormat }),
  };
}

/**
 * Reads `FEDCM_CONFIG_URL`, `FEDCM_CLIENT_ID`, `FEDCM_ISSUER`, `FEDCM_JWKS_URI` and `FEDCM_FORMAT` of the first
 * provider, and those of up to eight others, whose names end in `_2` to `_9`.
 *
 * @throws {ConfigError} naming the first variable that is wrong, missing, or repeats another.
 */
export function readFedCmSettings(environment: Environment): FedCmSettings[] {
  const providers = numbers.map((number) => readProvider(environment, number));
  for (const [index, provider] of providers.entries()) {
    const first = providers.findIndex((other) => provider && other?.configURL === provider.configURL);
    if (provider && first < index)
      throw new ConfigError(`FEDCM_CONFIG_URL${numbers[index]} must not repeat FEDCM_CONFIG_URL${numbers[first]}.`);
  }
  return providers.filter((provider) => provider !== undefined);
}
