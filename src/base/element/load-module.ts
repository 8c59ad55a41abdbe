import { LatchError } from '../client/errors.js';

/**
 * Imports a part of the package that is needed only now and then.
 *
 * @throws {LatchError} `network` if it cannot be fetched.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new LatchError('network', 'A part of the package could not be loaded.', { cause, retryable: true });
  }
}
