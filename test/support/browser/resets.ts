import { resets } from '../page-styles.js';

/** The style sheets of {@link resets}, each read from its package. */
export async function readResets(): Promise<[name: string, sheet: CSSStyleSheet][]> {
  const read = async (path: string) => (await fetch(`/node_modules/${path}`)).text();
  return Promise.all(
    Object.entries(resets).map(async ([name, reset]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(typeof reset === 'string' ? reset : reset.wrap(await read(reset.path)));
      return [name, sheet] as [string, CSSStyleSheet];
    }),
  );
}
