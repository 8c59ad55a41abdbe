/**
 * Imports a module of `src` together with everything it imports as a separate copy, as in a second bundle on the page.
 *
 * @param path Below `src`, without the extension.
 */
export function importCopy<Module>(path: string, copy: string = crypto.randomUUID()): Promise<Module> {
  return import(new URL(`../../../src/${path}.ts?copy=${copy}`, import.meta.url).href) as Promise<Module>;
}
