import { setTimeout as wait } from 'node:timers/promises';
import { hasWebKit, openWebKit } from '../runner/webkit.mjs';
import { patience } from './patience.js';

/** Why tests in WebKit are skipped, or false where they are not. */
export const skipWithoutWebKit: string | false = hasWebKit()
  ? false
  : 'There is no WebKitGTK with WebKitWebDriver, or no Xvfb, on this machine.';

/** The page that WebKit shows, and what a user does in it. `>>>` in selectors goes through shadow roots. */
export interface WebKitPage {
  go(url: string): Promise<void>;
  /** Runs a function in the page. It is sent as text, so it refers to nothing outside but its arguments. */
  evaluate<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
    ...parameters: Parameters
  ): Promise<Awaited<Result>>;
  /** Waits until `condition` holds in the page. */
  until<Parameters extends unknown[]>(
    condition: (...parameters: Parameters) => unknown,
    ...parameters: Parameters
  ): Promise<void>;
  /** Types into the field that the selector finds, in place of what is there. */
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Waits until the page shows what the selector finds. */
  find(selector: string): Promise<void>;
  /** Waits until what the selector finds says `text`, or that text is part of it. */
  read(selector: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** The name under which WebDriver passes elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Opens WebKit with an empty profile. */
export async function launchWebKit(): Promise<WebKitPage> {
  const { send, close } = await openWebKit();
  const run = (script: string, args: unknown[]): Promise<unknown> => send('POST', '/execute/sync', { script, args });

  /** Asks again until there is an answer, and fails with what the page shows. */
  async function soon<Found>(what: string, ask: () => Promise<Found>): Promise<NonNullable<Found>> {
    const until = performance.now() + patience;
    let reason: unknown;
    while (performance.now() < until) {
      try {
        const found = await ask();
        if (found) return found;
      } catch (error) {
        reason = error;
      }
      await wait(50);
    }
    const text = await run('return location.href + "\\n" + document.body.innerText', []);
    throw new Error(`Could not ${what}. The page:\n${String(text)}`, { cause: reason });
  }

  const find = (selector: string): Promise<Record<string, string>> =>
    soon(
      `find ${selector}`,
      () =>
        run(
          `let found = [document];
          for (const part of arguments[0].split('>>>'))
            found = found.flatMap((root) => [...(root.shadowRoot ?? root).querySelectorAll(part.trim())]);
          return found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;`,
          [selector],
        ) as Promise<Record<string, string> | null>,
    );
  /** Waits until an element has kept its place for ten frames: a click goes to where it was. */
  const rest = (element: Record<string, string>): Promise<unknown> =>
    run(
      `const [element] = arguments;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return new Promise((resolve) => {
        let place, frames = 0;
        const look = () => {
          const { x, y } = element.getBoundingClientRect();
          frames = place === x + ' ' + y ? frames + 1 : 0;
          place = x + ' ' + y;
          if (frames === 10) resolve();
          else requestAnimationFrame(look);
        };
        look();
      });`,
      [element],
    );
  const click = (selector: string): Promise<void> =>
    soon(`click ${selector}`, async () => {
      const element = await find(selector);
      await rest(element);
      await send('POST', `/element/${element[elementKey]}/click`, {});
      return true;
    }).then(() => {});

  const page: WebKitPage = {
    go: (url) => send('POST', '/url', { url }) as Promise<void>,
    evaluate: (work, ...parameters) =>
      run(`return (${work.toString()})(...arguments)`, parameters) as ReturnType<typeof page.evaluate> as never,
    until: (condition, ...parameters) =>
      soon(`see ${condition.toString()}`, () => page.evaluate(condition, ...parameters)).then(() => {}),
    async fill(selector, text) {
      await soon(`fill ${selector}`, async () => {
        const place = `/element/${(await find(selector))[elementKey]}`;
        await send('POST', `${place}/clear`, {});
        await send('POST', `${place}/value`, { text });
        return true;
      });
    },
    click,
    find: (selector) => find(selector).then(() => {}),
    read: (selector, text) =>
      soon(`read ${JSON.stringify(text)} in ${selector}`, async () => {
        const said = await run('return arguments[0].textContent', [await find(selector)]);
        return String(said).includes(text);
      }).then(() => {}),
    close,
  };
  return page;
}
