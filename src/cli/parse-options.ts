import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestWord } from '../base/nearest-word.js';
import { Failure } from './failure.js';

/**
 * Reads the options of a command, and what stands beside them. `hint` is the command for its help.
 *
 * @throws {Failure} naming the option that is wrong.
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  hint: string,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const complaint = message.split(/\. (?=To )/)[0]!.replace(/\.?$/, '.');
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && /'--([^']+)'/.exec(message)?.[1];
    const meant = unknown && nearestWord(unknown, Object.keys(options));
    throw new Failure(meant ? `${complaint} Did you mean --${meant}?` : complaint, { hint, cause: error });
  }
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
