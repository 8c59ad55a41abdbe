/**
 * A variable of the environment has a value the server cannot work with. The message is one sentence that names the
 * variable.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
