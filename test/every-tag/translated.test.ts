import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { settled } from '../support/browser/clock.js';
import { isModal } from '../support/browser/credential-requests.js';
import { runsEverything } from '../support/browser/runs.js';
import { until } from '../support/browser/until.js';
import { kinds } from './kinds.js';
import { elementStates, inState, type Scene } from './states.js';
// What arrives later would be taken for something that has changed.
import '../../src/password/made-form.js';
import '../../src/sign-in/other-ways.js';
import '../../src/sign-in/provider-buttons.js';
import '../../src/messages/languages/de.js';

/** The trees that an element draws: its own, those of elements inside, and what it has made in the light DOM. */
function* treesOf(element: Element): Generator<ParentNode> {
  if (element.shadowRoot) yield element.shadowRoot;
  yield* element.querySelectorAll(':scope > :is([data-latch], [data-latch-card])');
  const inside = [...(element.shadowRoot?.querySelectorAll('*') ?? []), ...element.querySelectorAll('*')];
  for (const part of inside) if (part.shadowRoot) yield* treesOf(part);
}

function nodesIn(tree: Node, kind: number): CharacterData[] {
  const nodes: CharacterData[] = [];
  const walker = document.createTreeWalker(tree, kind);
  while (walker.nextNode()) nodes.push(walker.currentNode as CharacterData);
  return nodes;
}

const textsIn = (element: Element): Text[] =>
  [...treesOf(element)]
    .flatMap((tree) => nodesIn(tree, NodeFilter.SHOW_TEXT) as Text[])
    .filter((node) => /\p{L}/u.test(node.data) && !node.parentElement?.closest('style, textarea'));

const read = (element: Element): string =>
  textsIn(element)
    .map(({ data }) => data.replaceAll(/[⟦⟧]/g, '').trim())
    .join('|');

/** Replaces each text as the translation of a browser does: the node goes, and elements with another text come. */
function translate(element: Element): void {
  for (const node of textsIn(element)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = `⟦${node.data}⟧`;
    outer.append(inner);
    node.replaceWith(outer);
  }
}

/** Rebuilds what has text in it, as another translation does: comments are gone, elements stay. */
function rebuild(element: Element): void {
  for (const tree of treesOf(element))
    for (const comment of nodesIn(tree, NodeFilter.SHOW_COMMENT)) {
      const { parentElement } = comment;
      if (
        parentElement &&
        [...parentElement.childNodes].some((node) => node instanceof Text && /\p{L}/u.test(node.data))
      )
        comment.remove();
    }
}

async function speak(element: Element, lang: string): Promise<string> {
  document.documentElement.lang = lang;
  await settled();
  await (element as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
  await settled();
  return read(element);
}

describe('a translation by the browser does not freeze', () => {
  afterEach(() => (document.documentElement.lang = 'en'));

  for (const state of elementStates) {
    it(`the texts of <${state.tag}> ${state.state}`, () =>
      inState(state, async (element) => {
        // The sentences of the language are loaded with the first one.
        await speak(element, 'de');
        const english = await speak(element, 'en');
        const german = await speak(element, 'de');
        await speak(element, 'en');
        translate(element);
        expect(read(element)).to.equal(english);
        expect(await speak(element, 'de')).to.equal(german);
        expect(await speak(element, 'en')).to.equal(english);
      }));

    if (!state.hasDialog && runsEverything)
      it(`<${state.tag}> ${state.state} when it takes comments away`, () =>
        inState(state, async (element) => {
          await speak(element, 'de');
          const english = await speak(element, 'en');
          const german = await speak(element, 'de');
          await speak(element, 'en');
          translate(element);
          rebuild(element);
          expect(await speak(element, 'de')).to.equal(german);
          expect(await speak(element, 'en')).to.equal(english);
        }));
  }
});

describe('a translated element', () => {
  for (const kind of kinds)
    it(`says what goes on and how it ended: <${kind.tag}>`, async () => {
      let scene: Scene | undefined;
      const pending = elementStates.find(({ tag, state }) => tag === kind.tag && state === 'pending')!;
      const reach = (given: Scene) => pending.reach((scene = given));
      await inState({ ...pending, reach }, async (element) => {
        const line = element.shadowRoot!.querySelector('[role=status]')!;
        await until(() => line.textContent === kind.phaseText);
        translate(element);
        expect(line.textContent).to.equal(`⟦${kind.phaseText}⟧`);
        await until(() => kind.phase !== 'asking' || scene!.stage.requests.pending.some(isModal));
        kind.succeed(scene!.stage);
        await until(() => line.textContent === kind.doneText);
        expect(line.childElementCount).to.equal(0);
      });
    });

  it('keeps the translation of what does not change', async () => {
    const state = elementStates.find(({ tag, state: name }) => tag === 'latch-passkey-field' && name === 'unused')!;
    await inState(state, async (element) => {
      await until(() => element.querySelector('label'));
      translate(element);
      const translated = element.shadowRoot!.textContent + element.textContent;
      (element as HTMLElementTagNameMap['latch-passkey-field']).requestUpdate();
      await settled();
      expect(element.shadowRoot!.textContent + element.textContent).to.equal(translated);
    });
  });
});
