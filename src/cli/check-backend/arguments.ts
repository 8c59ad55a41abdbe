import type { Level } from '../../conformance/index.js';
import { isLoopback } from '../download.js';
import { Failure } from '../failure.js';
import { chooseFormat, parseOptions, readHttpUrl } from '../parse-options.js';

/** How the report is printed. */
export type Format = 'text' | 'json' | 'junit' | 'sarif';

/** What the user asked for. */
export interface Arguments {
  url: string;
  origin: string | undefined;
  account: { username: string; password: string } | undefined;
  cookie: string | undefined;
  /** A command that prints the value of a `Cookie` header. */
  signInCommand: string | undefined;
  only: string[] | undefined;
  level: Level;
  slow: boolean;
  /** A PEM file with certificates to trust. */
  ca: string | undefined;
  /** The port of the provider that the kit runs. */
  oidcPort: number | undefined;
  rate: number;
  format: Format;
}

const levels: readonly Level[] = ['must', 'should', 'advice'];
const formats = ['json', 'junit', 'sarif'] as const;
/** The command for help. */
export const hint = 'latchkey check-backend --help';

const options = {
  user: { type: 'string' },
  password: { type: 'string' },
  cookie: { type: 'string' },
  'sign-in-command': { type: 'string' },
  origin: { type: 'string' },
  only: { type: 'string', multiple: true },
  level: { type: 'string' },
  slow: { type: 'boolean' },
  rate: { type: 'string' },
  'oidc-port': { type: 'string' },
  ca: { type: 'string' },
  'i-own-this': { type: 'boolean' },
  json: { type: 'boolean' },
  junit: { type: 'boolean' },
  sarif: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const help = `latchkey check-backend <url> [options]

Checks a backend against the contract of the elements: as a browser with a software
authenticator it registers and signs in, rightly and wrongly, and reports what the
backend accepts that it must refuse. Creates accounts named latchkey-check-… and
changes no others. Turn off the rate limits of the backend for the check.

<url>
  where the endpoints are: http://localhost:3000/, https://test.example/api/

Options
  --user <name> --password <password>
                        an account, if the backend has no sign-up
  --cookie <cookies>    the value of a Cookie header of a signed-in session
  --sign-in-command <command>
                        a command that signs in and prints the value of a Cookie header
  --origin <origin>     the origin of the pages, if it is not that of <url>
  --only <word>         checks only this case, rule or chapter; may be repeated
  --level <level>       must, should or advice (default): checks this level and those before it
  --slow                includes cases that take minutes, such as expiry
  --rate <number>       requests per second, at most; default 50
  --oidc-port <port>    runs an OpenID provider that lies on this port; configure the backend
                        for the issuer http://localhost:<port>, the client latchkey-check and
                        the secret latchkey-check-secret
  --ca <file>           trusts the certificates in this PEM file, such as a self-signed one
  --i-own-this          needed for a backend that is not on this machine
  --json, --junit, --sarif
                        prints the report in this format
  --help                prints this help

Exit code
  0   the backend follows every "must" rule that was checked
  1   it breaks one
  2   wrong usage, the backend cannot be reached, or no case that needs an account
      could be checked
`;

/**
 * Reads the arguments of `check-backend`; undefined for `--help`.
 *
 * @throws {Failure} naming what is wrong.
 */
export function readArguments(parameters: string[]): Arguments | undefined {
  const { values, positionals } = parseOptions(parameters, options, hint);
  if (values.help) return undefined;
  const [url, ...others] = positionals;
  if (url === undefined || url === '') throw new Failure('Name the URL of the backend.', { hint });
  if (others.length > 0)
    throw new Failure(`Only one backend can be checked at a time. Remove ${others.join(' and ')}.`, { hint });
  const backend = readUrl('The backend', url);
  // Those of the endpoints would be put after them.
  if (/[?#]/.test(url))
    throw new Failure(`The URL of the backend must end with its path, without ? and #: ${url}`, { hint });
  refuseForeign(backend, values['i-own-this'] ?? false);
  if (values.origin !== undefined) readOrigin(values.origin);
  const level = (values.level ?? 'advice') as Level;
  if (!levels.includes(level))
    throw new Failure(`Unknown level ${level}. --level takes ${levels.join(', ')}.`, { hint });
  const rate = Number(values.rate ?? 50);
  if (!(rate > 0)) throw new Failure(`--rate takes a positive number, not ${values.rate}.`, { hint });
  const oidcPort = values['oidc-port'] === undefined ? undefined : Number(values['oidc-port']);
  if (oidcPort !== undefined && !(Number.isInteger(oidcPort) && oidcPort > 0 && oidcPort < 65_536))
    throw new Failure(`--oidc-port takes a port from 1 to 65535, not ${values['oidc-port']}.`, { hint });
  const { user: username, password } = values;
  if ((username === undefined) !== (password === undefined))
    throw new Failure('--user and --password belong together.', { hint });
  const means = [username, values.cookie, values['sign-in-command']].filter((given) => given !== undefined);
  if (means.length > 1) throw new Failure('Choose one of --user, --cookie and --sign-in-command.', { hint });
  return {
    url,
    origin: values.origin,
    account: username !== undefined && password !== undefined ? { username, password } : undefined,
    cookie: values.cookie,
    signInCommand: values['sign-in-command'],
    only: values.only,
    level,
    slow: values.slow ?? false,
    oidcPort,
    ca: values.ca,
    rate,
    format: chooseFormat(formats, values, hint),
  };
}

function readUrl(name: string, text: string): URL {
  const url = readHttpUrl(name, text, hint);
  if (url.username || url.password)
    throw new Failure(`${name} must be a URL without a user name and a password: ${url.host}`, { hint });
  return url;
}

function readOrigin(text: string): void {
  const { origin } = readUrl('--origin', text);
  if (!/^[^/]*\/\/[^/?#]*\/?$/.test(text))
    throw new Failure(`--origin takes an origin without a path, such as ${origin}: ${text}`, { hint });
}

/** The check sends hundreds of wrong requests: on another operator's server that would be an attack. */
function refuseForeign({ hostname }: URL, isOwn: boolean): void {
  if (isLoopback(hostname) || isOwn) return;
  throw new Failure(
    `${hostname} is not on this machine. The check sends hundreds of wrong requests; add --i-own-this if the backend is yours.`,
    { hint },
  );
}
