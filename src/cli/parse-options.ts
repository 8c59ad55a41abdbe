import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestWord } from '../base/nearest-word.js';
import { Failure } from './failure.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the options of a command, and what stands beside them. `hint` is the command for its help.
 *
 * @throws {Failure} naming the option that is wrong.
 */
export function parseOptions<const Given extends Options>(args: string[], options: Given, hint: string) {
  const complaint = findMistake(args, options);
  if (complaint !== undefined) throw new Failure(complaint, { hint });
  return parseArgs({ args, allowPositionals: true, options });
}

/** What is wrong with the first wrong option, in one sentence. */
function findMistake(args: string[], options: Options): string | undefined {
  const { tokens } = parseArgs({ args, allowPositionals: true, options, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const meant = nearestWord(name, Object.keys(options));
      return `Unknown option '${rawName}'.${meant ? ` Did you mean --${meant}?` : ''}`;
    }
    if (option.type === 'boolean' && value !== undefined) return `Option '${rawName}' does not take an argument.`;
    if (option.type === 'string') {
      if (value === undefined || value.trim() === '') return `${rawName} needs a value.`;
      if (!inlineValue && /^-./.test(value))
        return `${rawName} needs a value; write ${rawName}=${value} for one that begins with a dash.`;
    }
    if (seen.has(name) && !option.multiple) return `${rawName} is given twice.`;
    seen.add(name);
  }
  return undefined;
}

/**
 * The format among `formats` that the options ask for; `text` if they ask for none.
 *
 * @throws {Failure} if they ask for several.
 */
export function chooseFormat<Format extends string>(
  formats: readonly Format[],
  values: Readonly<Partial<Record<Format, boolean>>>,
  hint: string,
): Format | 'text' {
  const chosen = formats.filter((format) => values[format]);
  if (chosen.length > 1) throw new Failure(`Choose one of --${chosen.join(' and --')}.`, { hint });
  return chosen[0] ?? 'text';
}

/**
 * The URL in `text`; `name` says whose it is, and `hint` is the command for help.
 *
 * @throws {Failure} if it is no URL, or of another scheme than http and https.
 */
export function readHttpUrl(name: string, text: string, hint: string): URL {
  if (!/^https?:\/\//i.test(text))
    throw new Failure(`${name} must be a URL that begins with http:// or https://: ${text}`, { hint });
  if (!URL.canParse(text)) throw new Failure(`${name} must be a valid URL: ${text}`, { hint });
  return new URL(text);
}
