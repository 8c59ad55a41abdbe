import { parseArgs, type ParseArgsConfig } from 'node:util';
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
    throw new Failure(message.split(/\. (?=To )/)[0]!.replace(/\.?$/, '.'), { hint, cause: error });
  }
}
