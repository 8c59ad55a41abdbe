import type { Engine } from '../../manifest/index.js';
import { Failure } from '../failure.js';
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
  /** Whether what has only one repair is repaired in the file first. */
  fix: boolean;
  /** Whether the file is checked again after each change. */
  watch: boolean;
}

const engines: Engine[] = ['chromium', 'webkit', 'gecko', 'spec'];
const formats = ['json', 'sarif'] as const;
const hint = 'latchkey check-manifest --help';

const options = {
  engine: { type: 'string', multiple: true },
  installed: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  strict: { type: 'boolean' },
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
  --fix               repairs in the file what has only one repair, prints it, and
                      checks what is left
  --watch             checks the file again after each change, until Ctrl+C
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
  if (values.installed && (values.installed.length > 1 || values.installed[0] === ''))
    throw new Failure('--installed takes one file or URL.', { hint });
  const unknown = values.engine?.find((engine) => !(engines as string[]).includes(engine));
  if (unknown !== undefined)
    throw new Failure(`Unknown engine ${unknown}. --engine takes ${engines.join(', ')}.`, { hint });
  for (const name of ['fix', 'watch'] as const)
    if (values[name] && /^https?:\/\//i.test(target)) throw new Failure(`--${name} takes a file, not a URL.`, { hint });
  if (values.watch && (values.json || values.sarif))
    throw new Failure('--watch prints for people. Remove --json and --sarif.', { hint });
  return {
    target,
    engines: values.engine ? engines.filter((engine) => values.engine!.includes(engine)) : engines,
    installed: values.installed?.[0],
    format: chooseFormat(formats, values, hint),
    strict: values.strict ?? false,
    fix: values.fix ?? false,
    watch: values.watch ?? false,
  };
}
