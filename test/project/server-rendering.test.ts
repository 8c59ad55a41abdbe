import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { renderOnServer } from './render-on-server.js';
import { root } from './stranger.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const description = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations: { tagName?: string }[] }[];
};
const tags = description.modules.flatMap(({ declarations }) => declarations.flatMap(({ tagName }) => tagName ?? []));

/** Elements that show nothing but a status until they know more. */
const lists = ['latch-account', 'latch-passkey-list', 'latch-session-list', 'latch-offline-status'];

const languages = ['de', 'pt-BR'];
const further = [
  '<latch-sign-out-button lang="de"></latch-sign-out-button>',
  '<latch-passkey-field lang="pt"></latch-passkey-field>',
  '<latch-password-form base-url="/api"></latch-password-form>',
  '<latch-passkey-button>Use your fingerprint</latch-passkey-button>',
  '<latch-password-form><form method="post" action="/login"></form></latch-password-form>',
];

describe('rendered on the server', () => {
  const own: Record<string, string> = {};
  let others: string[];
  before(async () => {
    const empty = tags.map((tag) => `<${tag}></${tag}>`);
    const rendered = await renderOnServer([...empty, ...further], languages);
    for (const [index, tag] of tags.entries()) own[tag] = rendered[index]!;
    others = rendered.slice(tags.length);
  });

  for (const tag of tags)
    test(`${tag} has a shadow root with what it shows first, and nothing in the page`, () => {
      const [element] = elementsIn(parseFragment(own[tag]!).childNodes);
      assert.equal(element!.tagName, tag);
      const inPage = element!.childNodes.filter(({ nodeName }) => nodeName !== '#comment');
      assert.deepEqual(
        inPage.map(({ nodeName }) => nodeName),
        ['template'],
      );
      assert.deepEqual(attributesOf(inPage[0] as Element)['shadowrootmode'], 'open');
      const shadow = elementsIn([inPage[0] as Element]);
      const parts = shadow.map((inside) => attributesOf(inside)['part']);
      assert.ok(parts.includes('status'), 'there is no status line');
      const buttons = shadow.filter(({ tagName }) => tagName === 'button');
      if (lists.includes(tag)) assert.deepEqual(buttons, []);
      // Its provider is known once the backend has been asked.
      else if (tag === 'latch-oidc-button') assert.deepEqual(buttons.map(textOf), ['\u00a0']);
      else
        assert.ok(
          buttons.some((button) => textOf(button).trim()),
          'no button has text',
        );
      const status = shadow.find((inside) => attributesOf(inside)['part'] === 'status')!;
      assert.equal(textOf(status).trim(), '', 'the status line says something before anything has happened');
      assert.doesNotMatch(own[tag]!.replace(/<style>[\s\S]*?<\/style>/g, ''), /undefined|\[object|NaN/);
    });

  test('is the same each time', async () => {
    assert.deepEqual(await renderOnServer(further.slice(4), languages), others.slice(4));
  });

  test('speaks the language of its own lang attribute, once that is loaded', () => {
    assert.match(others[0]!, /Abmelden/);
    assert.match(others[1]!, /chave de acesso/i);
  });

  test('a password form without a form of the page has one that works without script', () => {
    const elements = elementsIn(parseFragment(others[2]!).childNodes);
    const form = elements.find(({ tagName }) => tagName === 'form')!;
    assert.equal(attributesOf(form)['method'], 'post');
    assert.equal(attributesOf(form)['action'], '/api/login');
    const inputs = elementsIn(form.childNodes).filter(({ tagName }) => tagName === 'input');
    assert.deepEqual(
      inputs.map((input) => [attributesOf(input)['name'], attributesOf(input)['autocomplete']]),
      [
        ['username', 'username'],
        ['password', 'current-password'],
      ],
    );
    const labels = elementsIn(form.childNodes).filter(({ tagName }) => tagName === 'label');
    assert.deepEqual(
      labels.map((label) => attributesOf(label)['for']),
      inputs.map((input) => attributesOf(input)['id']),
    );
    assert.ok(elementsIn(form.childNodes).some(({ tagName }) => tagName === 'button'));
  });

  test('shows the label of the page in place of the own one', () => {
    const elements = elementsIn(parseFragment(others[3]!).childNodes);
    const slot = elements.find(({ tagName }) => tagName === 'slot')!;
    assert.match(textOf(slot), /Sign in with a passkey/, 'the own label is what the slot falls back to');
    assert.doesNotMatch(others[3]!.replace(/<slot>[\s\S]*?<\/slot>/g, ''), /Sign in with a passkey/);
  });

  test('keeps what the page has put in', () => {
    const document = parse(`<!doctype html>${others[4]!}`);
    const forms = elementsIn(document.childNodes).filter(({ tagName }) => tagName === 'form');
    assert.equal(forms.length, 2, 'the form of the page, and in the shadow root the one that it replaces');
  });
});

/** The elements among `nodes` and in them, templates included. */
function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    if (!('tagName' in node)) return [];
    const content = 'content' in node ? (node.content as DefaultTreeAdapterTypes.DocumentFragment).childNodes : [];
    return [node, ...elementsIn([...content, ...node.childNodes])];
  });
}

function attributesOf({ attrs }: Element): Record<string, string> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

function textOf(node: Element): string {
  return node.childNodes
    .map((child) =>
      child.nodeName === '#text' ? (child as { value: string }).value : 'tagName' in child ? textOf(child) : '',
    )
    .join('');
}
