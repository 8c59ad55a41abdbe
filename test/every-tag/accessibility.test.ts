import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../src/define/all.js';
import { contentBackend, watchBackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { cdp } from '../support/browser/devtools.js';
import { isModal, watchCredentialRequests } from '../support/browser/credential-requests.js';
import { runsEverything } from '../support/browser/runs.js';
import { kinds } from './kinds.js';
import { torn } from '../support/browser/torn.js';
import { until } from '../support/browser/until.js';
import { elementStates, inState } from './states.js';

/** Everything in the element that is drawn: in its shadow tree, and what it has made or been given in light DOM. */
function partsOf(element: HTMLElement): HTMLElement[] {
  const all = [
    ...element.shadowRoot!.querySelectorAll<HTMLElement>('*'),
    ...element.querySelectorAll<HTMLElement>('*'),
  ];
  return all.filter((part) => part.checkVisibility() && !part.closest('svg, style, [aria-hidden=true]'));
}

const controlsOf = (element: HTMLElement) =>
  partsOf(element).filter((part) => part.matches('button, input, textarea, select, summary, a[href]'));

function deepActive(): Element {
  let active = document.activeElement ?? document.body;
  while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** What draws a border around itself. */
const bordered = 'button, textarea, input:not([type=checkbox], [type=radio])';

/** The style of the border of a control: a text area may have that of the box around it. */
function borderOf(control: Element): CSSStyleDeclaration {
  const own = getComputedStyle(control);
  return own.borderTopStyle === 'none' && control.parentElement ? borderOf(control.parentElement) : own;
}

/** What draws the outline of a focused control: itself, the box that the next digit goes in, or the box around it. */
function outlinedBy(control: Element): Element | undefined {
  const { outlineStyle, outlineWidth } = getComputedStyle(control);
  const box = control.parentElement;
  const active = box?.shadowRoot?.querySelector('[part~=box-active]');
  if (control.matches('input') && active) return outlinedBy(active);
  if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) return control;
  return control.matches('textarea') && box?.matches(':focus-within') ? outlinedBy(box) : undefined;
}

const isOutlined = (control: Element): boolean => !!outlinedBy(control);

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Red, green, blue and alpha of a color, each up to 255. */
function read(color: string): Uint8ClampedArray {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
}

/** The contrast of two opaque colors by WCAG. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [one, other]
    .map((color) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const part = read(color)[index]! / 255;
        return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      }, 0.05),
    )
    .sort((a, b) => a - b) as [number, number];
  return lighter / darker;
}

/** The color around `part`: the opaque background of what it lies on. */
function groundOf(part: Element): string {
  const around = part.parentElement ?? (part.getRootNode() as ShadowRoot).host;
  if (!around) return 'white';
  const { backgroundColor } = getComputedStyle(around);
  return read(backgroundColor)[3] === 255 ? backgroundColor : groundOf(around);
}

/** A name for a part in the message of a failure. */
const call = (part: Element) =>
  `<${part.localName}> ${part.getAttribute('part') ?? ''} "${part.textContent!.trim().slice(0, 30)}"`;

/** Where text is hidden that overflows, or overflows what is around it. One pixel is rounding. */
const cutOff = (element: HTMLElement): string[] =>
  partsOf(element)
    .filter(
      (part) =>
        !part.matches('input, textarea, dialog, .spoken, .digits') && getComputedStyle(part).display !== 'inline',
    )
    .filter((part) => {
      const { overflowX, overflowY } = getComputedStyle(part);
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      const isWide = part.scrollWidth > part.clientWidth + 1 && !scrolls(overflowX);
      const isHigh = part.scrollHeight > part.clientHeight + 1 && /hidden|clip/.test(overflowY);
      return part.clientWidth > 0 && (isWide || isHigh);
    })
    .map(
      (part) => `${call(part)} ${part.scrollWidth}×${part.scrollHeight} in ${part.clientWidth}×${part.clientHeight}`,
    );

/** The ground of a page in the colors of the system. */
function canvasColor(): string {
  const probe = document.body.appendChild(document.createElement('div'));
  probe.style.backgroundColor = 'Canvas';
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
}

async function emulate(name: string, value: string, look: () => Promise<void> | void): Promise<void> {
  await cdp('Emulation.setEmulatedMedia', { features: [{ name, value }] });
  try {
    expect(matchMedia(`(${name}: ${value})`).matches, name).to.equal(true);
    await look();
  } finally {
    await cdp('Emulation.setEmulatedMedia', { features: [] });
  }
}

/** The style sheet of WCAG 1.4.12, in the page and in the shadow tree of the element. */
function spaceText(element: HTMLElement): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`);
  const roots = [document, element.shadowRoot!];
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
  return () => {
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

describe('the check of what is cut off', () => {
  it('finds text that does not fit, and none that does', () => {
    const element = document.body.appendChild(document.createElement('div'));
    element.attachShadow({ mode: 'open' }).innerHTML =
      '<p style="inline-size: 40px; overflow: hidden; white-space: nowrap">too long for this</p><p>short</p>';
    expect(cutOff(element)).to.have.length(1);
    element.remove();
  });
});

describe('every element, in each of its states,', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('is among them', async () => {
    const { modules } = (await (await fetch('/custom-elements.json')).json()) as {
      modules: { declarations?: { tagName?: string }[] }[];
    };
    const tags = modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName = [] }) => tagName));
    expect([...new Set(elementStates.map(({ tag }) => tag))]).to.have.members([...new Set(tags)]);
  });

  for (const state of elementStates) {
    describe(`<${state.tag}> ${state.state}`, () => {
      // A run of all proofs has axe look at it in three languages, light and dark.
      if (!runsEverything)
        it('has no fault that axe finds', () =>
          inState(state, async (element) => void (await expect(element).to.be.accessible())));

      // The other states of the element have the same styles: a run of all proofs tries them.
      if (!runsEverything && state !== elementStates.find(({ tag }) => tag === state.tag)) return;

      it('has controls of at least 44 px, and others of at least 24 px', () =>
        inState(state, async (element) => {
          const small = controlsOf(element).filter((control) => {
            // the label of a radio button is part of its target
            const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
            const isTool = element.localName === 'latch-manifest-inspector';
            return height < (control.matches('button, input') && !isTool ? 44 : 24) || width < 24;
          });
          expect(small.map(call)).to.deep.equal([]);
        }));

      it('fits a page of 1280 px at 400 %, and keeps its text when that is spaced as WCAG 1.4.12 says', () =>
        inState(state, async (element) => {
          await setViewport({ width: 320, height: 256 });
          await settled();
          expect(document.documentElement.scrollWidth).to.be.at.most(320);
          expect(cutOff(element)).to.deep.equal([]);
          expect(torn(element)).to.deep.equal([]);
          const undo = spaceText(element);
          try {
            expect(document.documentElement.scrollWidth).to.be.at.most(320);
            expect(cutOff(element)).to.deep.equal([]);
          } finally {
            undo();
          }
        }));

      it('lets the keyboard reach every control, shows the focus, and lets it go', () =>
        inState(state, async (element) => {
          const [before, after] = ['Before', 'After'].map((textContent) =>
            Object.assign(document.createElement('button'), { textContent }),
          ) as [HTMLButtonElement, HTMLButtonElement];
          element.before(before);
          element.after(after);
          if (!state.hasDialog) before.focus();
          const reached = new Set<Element>();
          const bare: string[] = [];
          for (let presses = 0; presses < 60; presses++) {
            await sendKeys({ press: 'Tab' });
            const focused = deepActive();
            if (focused === after || reached.has(focused)) break;
            if (focused === document.body) continue;
            reached.add(focused);
            if (!isOutlined(focused)) bare.push(call(focused));
          }
          expect(bare).to.deep.equal([]);
          const within = state.hasDialog ? element.shadowRoot!.querySelector('dialog[open]')! : element;
          const missed = controlsOf(element)
            .filter((control) => within.contains(control) || within.shadowRoot?.contains(control))
            .filter(
              (control) => !reached.has(control) && !control.matches('[type=radio]:not(:checked), [tabindex="-1"]'),
            );
          expect(missed.map(call)).to.deep.equal([]);
          if (state.hasDialog) {
            expect(reached.has(before) || reached.has(after)).to.equal(false);
            await sendKeys({ press: 'Escape' });
            await until(() => !element.shadowRoot!.querySelector('dialog[open]'));
          } else expect(deepActive() === after).to.equal(true);
        }));

      if (!state.hasDialog)
        it('is focused by script where the keyboard comes first', () =>
          inState(state, async (element) => {
            const before = Object.assign(document.createElement('button'), { textContent: 'Before' });
            const after = Object.assign(document.createElement('button'), { textContent: 'After' });
            element.before(before);
            element.after(after);
            before.focus();
            await sendKeys({ press: 'Tab' });
            const first = deepActive() === after ? before : deepActive();
            before.focus();
            element.focus();
            expect(call(deepActive())).to.equal(call(first));
          }));

      it('shows the focus with a contrast of 3:1, on a dark page without color-scheme too', () =>
        inState(state, async (element) => {
          const { style } = document.body;
          try {
            for (const [background, color] of [
              ['#ffffff', '#1a1a1a'],
              ['#111111', '#eeeeee'],
            ] as const) {
              Object.assign(style, { background, color });
              const weak: string[] = [];
              for (const control of controlsOf(element).filter((part) => part.matches('button, input, textarea'))) {
                // a key makes what follows focus by keyboard
                await sendKeys({ press: 'Shift' });
                control.focus();
                await settled();
                const ring = deepActive() === control && outlinedBy(control);
                // The browser's own ring has two colors.
                if (!ring || getComputedStyle(ring).outlineStyle === 'auto') continue;
                const ratio = contrast(getComputedStyle(ring).outlineColor, groundOf(ring));
                if (ratio < 3) weak.push(`${call(control)} ${ratio.toFixed(2)} on ${background}`);
              }
              expect(weak).to.deep.equal([]);
            }
          } finally {
            document.body.removeAttribute('style');
          }
        }));

      it('has an icon in its status line, which is not text, and another one for failures', () =>
        inState(state, async (element) => {
          const status = element.shadowRoot!.querySelector('[part=status]:not(:empty)');
          if (!status?.textContent?.trim()) return;
          const { content, rotate, borderTopWidth } = getComputedStyle(status, '::before');
          // That a vault is unlocked is a state and not news: a chip without an icon.
          const isChip = status.matches('.bar > *') && !element.matches(':state(pending), :state(failed)');
          if (isChip) return void expect(content).to.equal('none');
          // A part of an element can fail on its own.
          const isFailure = element.matches(':state(failed)') || status.matches('.failed');
          expect([content, borderTopWidth]).to.deep.equal(['""', isFailure ? '8px' : '10px']);
          expect(rotate).to.equal(status.matches('.error > *, .warning > *') ? '180deg' : 'none');
        }));

      it('draws its controls and the focus in forced colors', () =>
        inState(state, (element) =>
          emulate('forced-colors', 'active', async () => {
            for (const control of controlsOf(element).filter((part) => part.matches(bordered))) {
              const { backgroundColor, borderTopColor, outlineColor } = borderOf(control);
              // A filled one stands out from the page by its ground.
              const isFilled = control.matches('button') && backgroundColor !== canvasColor();
              expect(isFilled || borderTopColor !== backgroundColor, call(control)).to.equal(true);
              control.focus();
              await settled();
              if (deepActive() !== control) continue;
              expect(isOutlined(control), call(control)).to.equal(true);
              expect(outlineColor, call(control)).not.to.equal(backgroundColor);
            }
          }),
        ));

      it('draws the borders of its controls in the color of their text where the person prefers more contrast', () =>
        inState(state, (element) =>
          emulate('prefers-contrast', 'more', () => {
            for (const control of controlsOf(element).filter((part) => part.matches(`.quiet, .brand, ${bordered}`))) {
              const { borderTopColor, color } = borderOf(control);
              const hasBorder = borderTopColor !== 'rgba(0, 0, 0, 0)' && !control.matches('button:not(.quiet, .brand)');
              if (hasBorder && element.localName !== 'latch-otp-input')
                expect(borderTopColor, call(control)).to.equal(color);
            }
          }),
        ));

      it('moves nothing where the person prefers reduced motion', () =>
        inState(state, (element) =>
          emulate('prefers-reduced-motion', 'reduce', () => {
            const running = element
              .shadowRoot!.getAnimations()
              .filter(({ playState, effect }) => playState === 'running' && effect!.getComputedTiming().duration !== 0);
            expect(running).to.deep.equal([]);
          }),
        ));
    });
  }
});

/** What screen readers are given to say: each text that a live region gets, in its order. */
function listen(element: HTMLElement): { heard: string[]; stop(): void } {
  const heard: string[] = [];
  const says = new Map<Element, string>();
  const look = () => {
    for (const region of element.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
      const text = region.textContent.trim();
      if (text && says.get(region) !== text) heard.push(text);
      says.set(region, text);
    }
  };
  look();
  heard.length = 0;
  const observer = new MutationObserver(look);
  observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
  return { heard, stop: () => observer.disconnect() };
}

for (const kind of kinds)
  describe(`<${kind.tag}>, to a screen reader,`, () => {
    it('says once what goes on and how it ended, from a region that was there before', async () => {
      const stage = { requests: watchCredentialRequests(), backend: watchBackendRequests() };
      stage.requests.hold();
      stage.backend.answerWith(contentBackend);
      kind.stall(stage);
      const element = document.body.appendChild(document.createElement(kind.tag));
      try {
        await until(() => element.shadowRoot!.querySelector('[role=status]'));
        const region = element.shadowRoot!.querySelector('[role=status]')!;
        const { heard, stop } = listen(element);
        element.shadowRoot!.querySelector('button')!.click();
        await until(
          () =>
            region.textContent === kind.phaseText &&
            (kind.phase !== 'asking' || stage.requests.pending.some(isModal)) &&
            stage.backend.all.some(({ path }) => path.includes(kind.path)),
        );
        kind.succeed(stage);
        await until(() => region.textContent === kind.doneText);
        await settled();
        stop();
        expect([heard[0], heard.at(-1)]).to.deep.equal([kind.phaseText, kind.doneText]);
        // Some say in between that the server checks what the user has chosen.
        expect(heard, heard.join(' | ')).to.have.length(new Set(heard).size).and.length.at.most(3);
        expect(region.isConnected).to.equal(true);
      } finally {
        element.remove();
        await settled();
        stage.requests.restore();
        stage.backend.restore();
      }
    });
  });

it('focus() passes a link of the page by that is shown further down, though it comes first in the markup', async () => {
  const card = document.createElement('latch-sign-in');
  card.innerHTML = '<a slot="footer" href="/sign-in">Sign in</a>';
  document.body.append(card);
  try {
    await until(() => card.querySelector('input'));
    card.focus();
    expect(document.activeElement?.localName).to.equal('input');
  } finally {
    card.remove();
  }
});

it('an element that is focused before it is rendered has the focus once it is, and a removed one never', async () => {
  const [shown, removed] = [
    document.createElement('latch-passkey-button'),
    document.createElement('latch-passkey-button'),
  ];
  try {
    removed.focus();
    document.body.append(shown, removed);
    shown.focus();
    await Promise.all([shown.updateComplete, removed.updateComplete]);
    await settled();
    expect(shown.shadowRoot!.activeElement?.localName).to.equal('button');
    expect(removed.shadowRoot!.activeElement).to.equal(null);
    shown.remove();
    shown.focus();
    expect(document.activeElement).to.equal(document.body);
  } finally {
    shown.remove();
    removed.remove();
  }
});
