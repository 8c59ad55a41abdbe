import type { EvaluateFunc, Frame } from 'puppeteer-core';

/**
 * A document that a user looks at: what a tab shows, or what a frame in it shows. Of Puppeteer, only what both can
 * do.
 */
export type Looked = Pick<Frame, 'evaluate' | 'locator' | 'url' | 'waitForFunction' | 'waitForSelector'>;

/** The actions of a user in one document. A step that is not possible fails with the visible text of the document. */
export interface Actions {
  /** Puts text into the field that the selector finds, in place of what is there. */
  fill(selector: string, text: string): Promise<void>;
  /** Clicks what the selector finds, with a real mouse; `>>>` goes through shadow roots. */
  click(selector: string): Promise<void>;
  /** Opens the first menu below the selector, which ends in `>>>`, and chooses what has these words. */
  choose(selector: string, words: string): Promise<void>;
  /** Waits until the page has an element that the selector finds. */
  find(selector: string): Promise<void>;
  /** Waits until what the selector finds says `text`, or that text is part of it. */
  read(selector: string, text: string): Promise<void>;
  /**
   * Waits until autofill offers passkeys. Call it before a user is present, or the next request is answered at once.
   */
  waitForAutofill(): Promise<void>;
  /** Chooses the passkey in autofill, as soon as it is offered. A user must be present. */
  chooseInAutofill(): Promise<void>;
  /**
   * Waits until `condition` holds in the page. It is sent as text, so it refers to nothing outside but its arguments.
   */
  until<Parameters extends unknown[]>(condition: EvaluateFunc<Parameters>, ...parameters: Parameters): Promise<void>;
}

/** The actions in `looked`. `problems` are the errors in its tab so far. */
export function actionsIn(looked: Looked, problems: readonly string[]): Actions {
  const describe = async (): Promise<string> => {
    const [text, watch] = await looked
      .evaluate(() => [document.body.innerText, JSON.stringify(window.watch)])
      .catch(() => []);
    return [`At ${looked.url()}:`, text, watch, ...problems].join('\n');
  };
  const step = async (what: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (cause) {
      throw new Error(`Could not ${what}: ${(cause as Error).message}\n${await describe()}`, { cause });
    }
  };

  const actions: Actions = {
    fill: (selector, text) => step(`fill ${selector}`, looked.locator(selector).fill(text)),
    click: (selector) => step(`click ${selector}`, clickSoon(looked, selector)),
    async choose(selector, words) {
      await actions.click(`${selector} [part=item-actions]`);
      await actions.click(`${selector} [role=menu] ::-p-text(${words})`);
    },
    find: (selector) => step(`find ${selector}`, looked.waitForSelector(selector)),
    read: (selector, text) =>
      step(
        `read ${JSON.stringify(text)} in ${selector}`,
        // Queried again each time: the page may replace the element, or navigate.
        looked.waitForFunction(says, { polling: 50 }, selector, text),
      ),
    waitForAutofill: () => actions.until(() => window.watch.pending.conditional === 1),
    async chooseInAutofill() {
      await actions.waitForAutofill();
      // a request that began while no user was present is never answered: make the page start a new one, as after the
      // back-forward cache
      await looked.evaluate(() => {
        for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      });
    },
    until: (condition, ...parameters) =>
      step(`see that ${condition.toString()}`, looked.waitForFunction(condition, { polling: 50 }, ...parameters)),
  };
  return actions;
}

/**
 * Clicks what the selector finds. On a busy machine Chromium at times never tells Puppeteer whether an element is in
 * view, before anything is scrolled or clicked; and a page that moves between the look and the click has it miss. Then
 * it is clicked again.
 */
async function clickSoon(looked: Looked, selector: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const target = await looked.locator(selector).setTimeout(5000).waitHandle();
      await target.evaluate((element) => {
        const watched = element as Element & { isHit?: boolean };
        watched.isHit = false;
        watched.addEventListener('click', () => (watched.isHit = true), { capture: true, once: true });
      });
      await looked.locator(selector).setTimeout(5000).click();
      // An element that is gone, with its page or alone, was hit.
      const isHit = await target
        .evaluate((element) => !element.isConnected || (element as Element & { isHit?: boolean }).isHit !== false)
        .catch(() => true);
      if (isHit) return;
      throw new Error(`The click missed ${selector}.`);
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

/** Whether the first element that `selector` finds in the page says `wanted`. */
function says(selector: string, wanted: string): boolean {
  const [outer = '', inner] = selector.split('>>>');
  const rootsIn = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((host) => (host.shadowRoot ? rootsIn(host.shadowRoot) : [])),
  ];
  let found = [...document.querySelectorAll(outer)];
  if (inner)
    found = found
      .flatMap((host) => (host.shadowRoot ? rootsIn(host.shadowRoot) : []))
      .flatMap((root) => [...root.querySelectorAll(inner)]);
  return !!found[0]?.textContent?.includes(wanted);
}
