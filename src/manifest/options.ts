import type { ReadingContext } from './reading.js';
import { engines, type Platform } from './engine.js';
import type { ProcessOptions } from './types.js';
import { resolveUrl } from './urls.js';

const platforms: readonly Platform[] = ['desktop', 'mobile', 'chromeos'];

/**
 * Checks the options of a call and fills in the defaults.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 */
export function checkOptions(options: ProcessOptions): ReadingContext & { contentType: string | undefined } {
  if (typeof options !== 'object' || options === null) throw new TypeError('"options" must be an object');
  const { engine, platform = 'desktop', version = Infinity, contentType, sameSite, isRegistrable } = options;
  if (!engines.includes(engine)) throw new TypeError(`"engine" must be one of ${engines.join(', ')}`);
  if (!platforms.includes(platform)) throw new TypeError(`"platform" must be one of ${platforms.join(', ')}`);
  if (typeof version !== 'number' || !(version > 0)) throw new TypeError('"version" must be a positive number');
  if (contentType !== undefined && typeof contentType !== 'string')
    throw new TypeError('"contentType" must be a string');
  for (const [name, given] of Object.entries({ sameSite, isRegistrable }))
    if (given !== undefined && typeof given !== 'function') throw new TypeError(`"${name}" must be a function`);
  const { href, origin, pathname } = checkUrl(options, 'manifestUrl');
  return {
    engine,
    platform,
    version,
    contentType,
    sameSite,
    isRegistrable,
    manifestUrl: { href, origin, pathname },
    documentUrl: checkUrl(options, 'documentUrl'),
  };
}

function checkUrl(options: ProcessOptions, name: 'manifestUrl' | 'documentUrl'): URL {
  const given: unknown = options[name];
  const url =
    typeof given === 'string' || given instanceof URL
      ? resolveUrl(String(given), undefined, options.engine)
      : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`"${name}" must be an absolute http or https URL`);
  return url;
}
