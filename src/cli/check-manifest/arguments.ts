import { engines, type Engine } from '../../manifest/engine.js';
import type { Access } from '../download.js';
import { Failure } from '../failure.js';
import { readCertificates } from '../read-certificates.js';
import { chooseFormat, parseOptions } from '../parse-options.js';

/** How the report is printed. */
export type Format = 'text' | 'json' | 'sarif';

/** What the user asked for. */
export interface Arguments {
  target: string;
  /** The engines to show, in the order of {@link engines}. */
  engines: Engine[];
  /** An earlier version of the manifest: a file or an address. */
  installed: string | undefined;
  format: Format;
  strict: boolean;
  /** Whether advice is printed. */
  withAdvice: boolean;
  /** The folder that is the root of the site of a file. */
  root?: string;
  /** How a site that not everybody may see lets the command in. */
  access?: Access;
  /** Whether what has only one repair is repaired in the file first. */
  fix: boolean;
  /** Whether the file is checked again after each change. */
  watch: boolean;
}

const formats = ['json', 'sarif'] as const;
const hint = 'latchkey check-manifest --help';

const options = {
  engine: { type: 'string', multiple: true },
  installed: { type: 'string' },
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  strict: { type: 'boolean' },
  'no-advice': { type: 'boolean' },
  root: { type: 'string' },
  header: { type: 'string', multiple: true },
  cookie: { type: 'string' },
  ca: { type: 'string' },
  fix: { type: 'boolean' },
  watch: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const help = `latchkey check-manifest <target> [options]

Shows how each browser engine reads a web app manifest: what it ignores, whether the app
can be installed, and what an update changes for users who have installed it.

<target>
  a file        manifest.webmanifest; icons are read from its folder
  a URL         https://app.example/manifest.webmanifest
  a page        https://app.example/; its head and its policy are checked too

Options
  --engine <engine>   checks only this engine: ${engines.join(', ')}; may be repeated
  --installed <old>   the manifest that users have installed, a file or a URL:
                      shows what the new one changes for them
  --strict            warnings count as errors
  --no-advice         leaves out advice: what makes a better app though nothing is broken
  --root <folder>     the folder that is the root of the site of a file; by default
                      the one that the file is in
  --header <header>   a header of every request to the site, such as "X-Preview: 1";
                      may be repeated
  --cookie <cookies>  cookies of the site, sent where a browser sends them; a user name
                      and a password in the URL are sent there too
  --ca <file>         trusts the certificate authority in a PEM file
  --fix               repairs in the file what has only one repair, prints it, and
                      checks what is left
  --watch             checks again after each change of the file or its icons, until Ctrl+C
  --json              prints everything as JSON
  --sarif             prints the findings for code scanning
  --help              prints this help

Exit code
  0   no errors
  1   errors, or the app cannot be installed; with --strict also warnings
  2   wrong usage, or the target cannot be reached
`;

/** Reads the arguments of `check-manifest`; undefined for `--help`. */
export function readArguments(parameters: string[]): Arguments | undefined {
  const { values, positionals } = parseOptions(parameters, options, hint);
  if (values.help) return undefined;
  const [target, ...others] = positionals;
  if (target === undefined || target === '')
    throw new Failure('Name a file, or the URL of a manifest or a page.', { hint });
  if (others.length > 0)
    throw new Failure(`Only one target can be checked at a time. Remove ${others.join(' and ')}.`, { hint });
  const unknown = values.engine?.find((engine) => !(engines as string[]).includes(engine));
  if (unknown !== undefined)
    throw new Failure(`Unknown engine ${unknown}. --engine takes ${engines.join(', ')}.`, { hint });
  for (const name of ['fix', 'watch'] as const)
    if (values[name] && isWeb(target)) throw new Failure(`--${name} takes a file, not a URL.`, { hint });
  if (values.watch && (values.json || values.sarif))
    throw new Failure('--watch prints for people. Remove --json and --sarif.', { hint });
  // What lets the command in is for what is published.
  const isInstalledPublished = !isWeb(target) && values.installed !== undefined && isWeb(values.installed);
  const { address, access } = readAccess(isInstalledPublished ? values.installed! : target, values);
  if (values.root !== undefined && isWeb(target)) throw new Failure('--root is for a file, not a URL.', { hint });
  return {
    target: isInstalledPublished ? target : address,
    ...(access && { access }),
    ...(values.root !== undefined && { root: values.root }),
    withAdvice: !values['no-advice'],
    engines: engines.filter((engine) => values.engine?.includes(engine) ?? true),
    installed: isInstalledPublished ? address : values.installed,
    format: chooseFormat(formats, values, hint),
    strict: values.strict ?? false,
    fix: values.fix ?? false,
    watch: values.watch ?? false,
  };
}

const isWeb = (target: string): boolean => /^https?:\/\//i.test(target);

/** The target without its user name and password, and what lets the command in. */
function readAccess(
  target: string,
  { header = [], cookie, ca }: { header?: string[] | undefined; cookie?: string | undefined; ca?: string | undefined },
): { address: string; access?: Access } {
  const url = isWeb(target) && URL.canParse(target) ? new URL(target) : undefined;
  const hasUser = url !== undefined && (url.username !== '' || url.password !== '');
  const isUsed = header.length > 0 || cookie !== undefined || ca !== undefined || hasUser;
  if (!isUsed) return { address: target };
  if (!url) throw new Failure('--header, --cookie and --ca are for URLs.', { hint });
  const credentials = {
    ...(cookie !== undefined && { cookie }),
    ...(hasUser && {
      authorization: `Basic ${Buffer.from(`${decode(url.username)}:${decode(url.password)}`).toString('base64')}`,
    }),
  };
  url.username = '';
  url.password = '';
  return {
    address: hasUser ? url.href : target,
    access: {
      origin: url.origin,
      headers: Object.fromEntries(header.map(readHeader)),
      credentials,
      ...(ca !== undefined && { authorities: readCertificates(ca) }),
    },
  };
}

function readHeader(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+)\s*:\s*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Failure(`--header takes a name and a value, such as "X-Preview: 1", not ${JSON.stringify(text)}.`, {
      hint,
    });
  return [name.toLowerCase(), value];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % stands for itself
  }
}
