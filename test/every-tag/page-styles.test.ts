import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { readResets } from '../support/browser/resets.js';
import { settled } from '../support/browser/clock.js';
import { runsEverything } from '../support/browser/runs.js';
import { until } from '../support/browser/until.js';
import { elementStates, inState } from './states.js';

/** What makes a box, and what a reset takes away. */
const looks = [
  'border-block-start-width',
  'border-inline-end-width',
  'padding-block-start',
  'padding-inline-start',
  'min-block-size',
  'border-start-start-radius',
  'row-gap',
  'display',
  'position',
  'max-inline-size',
  'font-weight',
  'float',
  'text-align',
] as const;

/** What draws a box: what is in the shadow tree, and what the element has made in the light one. */
function* boxesOf(element: HTMLElement): Generator<Element> {
  for (const part of [...element.shadowRoot!.querySelectorAll('*'), ...element.querySelectorAll('*')]) {
    if (!(part instanceof HTMLElement) || part.localName === 'slot') continue;
    const isOwn = part.getRootNode() !== document || part.closest('[data-latch], [data-latch-card]');
    // Hosts are blocks as far as the page lets them be.
    if (part.shadowRoot) yield* boxesOf(part);
    else if (isOwn && part.checkVisibility()) yield part;
  }
}

/** All buttons in a tree, and in the shadow trees inside it. */
const buttonsIn = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('*')].flatMap((part) => [
    ...(part.localName === 'button' ? [part] : []),
    ...(part.shadowRoot ? buttonsIn(part.shadowRoot) : []),
  ]);

const nameOf = (part: Element): string =>
  `${part.localName}${part.part.value && `[part=${part.part.value}]`}${part.className && `.${part.className}`}`;

function lookOf(element: HTMLElement): string[] {
  return [...boxesOf(element)].flatMap((part, index) => {
    const style = getComputedStyle(part);
    // Without a padding or a border it sizes nothing.
    const names = part.matches('input, button') ? [...looks, 'box-sizing'] : looks;
    return names.map((name) => `${index} ${nameOf(part)}: ${name} ${style.getPropertyValue(name)}`);
  });
}

/** Runs `work` in a page that has `sheet` before everything that elements add. */
async function withSheet<Result>(sheet: CSSStyleSheet, work: () => Result): Promise<Result> {
  document.adoptedStyleSheets.unshift(sheet);
  try {
    return work();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}

describe('style sheets of the page leave', () => {
  const first = new Set<string>();

  for (const state of elementStates) {
    const isFirst = !first.has(state.tag);
    first.add(state.tag);
    const hasForm = /password-form|sign-|otp-input|passkey-field/.test(state.tag);
    if (!isFirst && !hasForm && !runsEverything) continue;

    it(`<${state.tag}> ${state.state} as it is`, async () => {
      const resets = await readResets();
      await inState(state, async (element) => {
        await until(() => [...boxesOf(element)].length > 0);
        const usual = lookOf(element);
        for (const [name, sheet] of resets) {
          const look = await withSheet(sheet, () => lookOf(element));
          const changed = look.filter((line) => !usual.includes(line));
          expect(changed, `${name} changes`).to.deep.equal([]);
          expect(look.length, name).to.equal(usual.length);
        }
      });
    });
  }

  for (const state of elementStates)
    it(`the color of filled buttons under the pointer to those in the accent: <${state.tag}> ${state.state}`, () =>
      inState(state, async (element) => {
        await until(() => [...boxesOf(element)].length > 0);
        element.style.cssText =
          '--latch-accent: rgb(1, 2, 3); --latch-accent-hover: rgb(4, 5, 6); --latch-hover: rgb(7, 8, 9)';
        for (const button of buttonsIn(element.shadowRoot!)) {
          const { backgroundColor } = getComputedStyle(button);
          const hover = getComputedStyle(button).getPropertyValue('--_hover');
          expect([nameOf(button), hover === 'rgb(4, 5, 6)']).to.deep.equal([
            nameOf(button),
            backgroundColor === 'rgb(1, 2, 3)',
          ]);
        }
        element.style.cssText = '';
      }));

  for (const tag of ['latch-sign-in', 'latch-sign-up', 'latch-password-form'])
    it(`the form of <${tag}> in its place, in a page that centers its own forms`, async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        form { display: flex; flex-direction: column; place-content: center; align-items: center; width: 50%; max-width: 300px; height: 100vh; box-shadow: 0 0 9px }
        form div { margin-bottom: 1rem }
        input, button { max-width: 99px }`);
      await inState(
        elementStates.find((state) => state.tag === tag)!,
        async (element) => {
          await until(() => element.querySelector('form input'));
          await settled();
          const measure = () =>
            [...element.querySelectorAll('form, form *')].map((part) => {
              const { x, y, width, height } = part.getBoundingClientRect();
              return [nameOf(part), x, y, width, height, getComputedStyle(part).boxShadow];
            });
          const usual = measure();
          expect(await withSheet(sheet, measure)).to.deep.equal(usual);
        },
      );
    });

  it('the form of a card in its looks when the page replaces all style sheets of its tree', async () => {
    const before = document.adoptedStyleSheets;
    await inState(
      elementStates.find(({ tag }) => tag === 'latch-sign-in')!,
      async (element) => {
        await until(() => element.querySelector('form input'));
        const usual = lookOf(element);
        try {
          document.adoptedStyleSheets = [];
          (element as HTMLElement & { requestUpdate(): void }).requestUpdate();
          await settled();
          expect(lookOf(element)).to.deep.equal(usual);
        } finally {
          document.adoptedStyleSheets = before;
        }
      },
    );
  });

  for (const state of elementStates.filter(
    ({ tag }, index) => index === elementStates.findIndex((one) => one.tag === tag),
  ))
    it(`<${state.tag}> as it is when it is moved into another tree and another document, and back`, () =>
      inState(state, async (element) => {
        await until(() => [...boxesOf(element)].length > 0);
        const usual = lookOf(element);
        const home = element.parentElement!;
        const host = home.appendChild(document.createElement('div'));
        const frame = home.appendChild(document.createElement('iframe'));
        frame.style.cssText = 'inline-size: 100%; border: 0';
        frame.contentDocument!.write('<!doctype html><body style="margin: 0">');
        frame.contentDocument!.close();
        for (const [name, place] of [
          ['another tree', host.attachShadow({ mode: 'closed' })],
          ['another document', frame.contentDocument!.body],
          ['back', home],
        ] as const) {
          place.append(element);
          await settled();
          await until(() => lookOf(element).length === usual.length);
          expect(lookOf(element), name).to.deep.equal(usual);
        }
      }));

  it('an element as it is whose first place is another document', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const putInto = (place: HTMLElement) => place.appendChild(document.createElement('latch-passkey-button'));
    const [own, other] = [putInto(document.body), putInto(frame.contentDocument!.body)];
    await until(() => [own, other].every((element) => element.shadowRoot?.querySelector('button')));
    expect(lookOf(other)).to.deep.equal(lookOf(own));
    own.remove();
    frame.remove();
  });

  it('room for what is typed, and a border around it, in every input that an element makes', async () => {
    const resets = await readResets();
    for (const tag of ['latch-passkey-field', 'latch-password-form', 'latch-sign-in', 'latch-sign-up'] as const) {
      const state = elementStates.find((one) => one.tag === tag)!;
      await inState(state, async (element) => {
        const input = await until(() => element.querySelector('input'));
        for (const [name, sheet] of resets) {
          const { border, padding, height, width } = await withSheet(sheet, () => {
            const style = getComputedStyle(input);
            return {
              border: `${style.borderBlockEndWidth} ${style.borderBlockEndStyle}`,
              padding: style.paddingInlineStart,
              height: input.offsetHeight,
              width: input.offsetWidth,
            };
          });
          expect([border, padding], `${tag}, ${name}`).to.deep.equal(['1px solid', '12px']);
          expect(height, `${tag}, ${name}`).to.be.at.least(44);
          expect(width, `${tag}, ${name}`).to.be.greaterThan(200);
        }
      });
    }
  });

  for (const tag of ['latch-passkey-field', 'latch-password-form', 'latch-sign-in', 'latch-sign-up'] as const)
    it(`the form of <${tag}> where it is, with rules for all forms, labels and inputs`, () =>
      inState(
        elementStates.find((one) => one.tag === tag)!,
        async (element) => {
          await until(() => element.querySelector('input'));
          const made = [...element.querySelectorAll<HTMLElement>('form, label, input, button')];
          const places = () =>
            made.map(({ localName, offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
              [localName, offsetLeft, offsetTop, offsetWidth, offsetHeight].join(' '),
            );
          const usual = places();
          for (const rules of [
            'form { padding: 20px; border: 1px solid; background: #eee; grid-template-columns: 1fr 1fr }',
            'label { display: inline-block; float: left; width: 150px; margin-right: 10px; text-align: right }',
            'label { display: none }',
            'input, input[type=text], input[type=password], button { float: left; width: 100px }',
          ]) {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(rules);
            expect(await withSheet(sheet, places), rules).to.deep.equal(usual);
          }
        },
      ));

  it('the button that shows a password with its drawing, also if all properties of all elements are unset', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { all: unset }');
    await inState(
      elementStates.find(({ tag, state }) => tag === 'latch-sign-in' && state === 'with a wrong password')!,
      async (element) => {
        const drawing = await until(() => element.querySelector('form path'));
        const drawn = await withSheet(sheet, () => getComputedStyle(drawing).getPropertyValue('d'));
        expect(drawn).not.to.equal('none');
      },
    );
  });
});

describe('rules of the page that name what an element makes', () => {
  const rules = {
    'latch-passkey-field': 'latch-passkey-field input[data-latch]',
    'latch-password-form': 'latch-password-form form[data-latch] input',
    'latch-sign-in': 'latch-sign-in form[data-latch-card] input',
    'latch-sign-up': 'latch-sign-up form[data-latch-card] input',
  } as const;

  for (const [tag, selector] of Object.entries(rules))
    it(`style it: ${selector}`, async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${selector} { border-radius: 3px; padding-inline: 20px }`);
      await inState(
        elementStates.find((one) => one.tag === tag)!,
        async (element) => {
          const input = await until(() => element.querySelector('input'));
          const { radius, padding } = await withSheet(sheet, () => {
            const style = getComputedStyle(input);
            return { radius: style.borderStartStartRadius, padding: style.paddingInlineStart };
          });
          expect([radius, padding]).to.deep.equal(['3px', '20px']);
        },
      );
    });

  it('style a card by its part, and hide it by its tag', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('latch-sign-in::part(card) { border: 0; padding: 4px }');
    const hiding = new CSSStyleSheet();
    hiding.replaceSync('latch-sign-in { display: none }');
    await inState(
      elementStates.find(({ tag }) => tag === 'latch-sign-in')!,
      async (element) => {
        const card = element.shadowRoot!.querySelector('[part=card]')!;
        const padding = await withSheet(sheet, () => getComputedStyle(card).padding);
        expect(padding).to.equal('4px');
        expect(await withSheet(hiding, () => card.checkVisibility())).to.equal(false);
      },
    );
  });
});
