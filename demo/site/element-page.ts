import type { Declaration, Member, Named } from './custom-elements.js';
import { exampleOf } from './examples.js';
import { codeBlock, escapeHtml } from './markdown.js';
import { frameworks, writeCode, writeTag, type Use } from './markup.js';

/** What a page needs beside the declaration of its tag. */
export interface Surroundings {
  /** Renders Markdown of the repository. */
  render(markdown: string, source: string): string;
  /** Documents, as Markdown. */
  read(file: string): string;
  /** The languages of the elements, as their tags. */
  readonly languages: readonly string[];
}

/** The page of a tag, as HTML: the live example with its controls, code for each framework, tables and notes. */
export function writeElementPage(declaration: Declaration, surroundings: Surroundings): string {
  const { tagName } = declaration;
  const { render } = surroundings;
  const { attributes, content, related } = exampleOf(tagName);
  const guide = sectionOf(surroundings.read('docs/elements.md'), tagName).replaceAll('](#', '](elements.md#');
  const access = sectionOf(surroundings.read('docs/accessibility.md'), tagName).replaceAll(
    '](#',
    '](accessibility.md#',
  );
  const reading = ['docs/accessibility.md', ...related].map((file) => {
    const title = /^# (.*)$/m.exec(surroundings.read(file))?.[1] ?? file;
    return `- [${title}](https://github.com/latchkey/latchkey/blob/main/${file})`;
  });
  return [
    `<h1><code>${tagName}</code></h1>`,
    render(declaration.description, 'docs/elements.md'),
    heading('Example', 'example'),
    writePlayground(declaration, surroundings.languages),
    heading('Code', 'code'),
    '<p>For the page, copy <code>dist/cdn/</code> of the package to <code>/latchkey/</code> of your site.</p>',
    writeCodes({ tag: tagName, attributes, content }),
    guide && heading('Guide', 'guide') + render(guide.replaceAll(/^(#+) /gm, '$1# '), 'docs/elements.md'),
    ...writeTables(declaration, render),
    access && heading('Keyboard and screen readers', 'accessibility') + render(access, 'docs/accessibility.md'),
    heading('Read on', 'read-on') + render(reading.join('\n'), 'docs/elements.md'),
  ].join('\n');
}

/** The section below the heading with this text and level 2, without the heading; empty if there is no such section. */
export function sectionOf(document: string, title: string): string {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  return section?.slice(title.length).trim() ?? '';
}

const heading = (text: string, id: string): string =>
  `<h2 id="${id}" tabindex="-1"><a class="header-anchor" href="#${id}"><span>${text}</span></a></h2>\n`;

/** The live example. Everything in it works by the script `playground.js`, which also enables the controls. */
export function writePlayground(declaration: Declaration, languages: readonly string[]): string {
  const { tagName } = declaration;
  const { attributes, content, signedIn } = exampleOf(tagName);
  return `<div class="playground" data-tag="${tagName}"${signedIn ? ' data-signed-in' : ''}>
  <div class="stage" role="group" aria-label="Example" tabindex="0">${writeStage({ tag: tagName, attributes, content })}</div>
  <div class="controls" inert>
${writeSituation(Boolean(signedIn))}
    <fieldset><legend>Page</legend>
      ${select('language', 'Language', languages, 'en')}
      ${select('direction', 'Direction', ['auto', 'ltr', 'rtl'], 'auto')}
      ${select('theme', 'Theme', ['page', 'light', 'dark'], 'page')}
      ${select('width', 'Width', ['full', '480', '360', '320'], 'full')}
    </fieldset>
    <fieldset><legend>Tokens</legend>
      <label>--latch-accent <input type="color" name="--latch-accent" /></label>
      ${token('--latch-radius', '8px')}
      ${token('--latch-space', '8px')}
      ${token('--latch-control-size', '44px')}
    </fieldset>
    <fieldset><legend>Attributes</legend>
      ${(declaration.attributes ?? []).map((attribute) => writeControl(attribute, attributes[attribute.name])).join('\n      ')}
    </fieldset>
    <p class="again"><button type="button" data-again>Start over</button> <a data-permalink href="#example">Link to this example</a></p>
  </div>
  <details class="events"><summary>Events</summary><ol></ol></details>
</div>`;
}

/**
 * The example itself: what is left without script, what the script clones each time the example starts over, and a first
 * copy, which takes its room until the script is there.
 */
export function writeStage(use: Use): string {
  return `<template>${writeTag(use)}</template>${writeTag(use)}<noscript><p class="note">The example needs JavaScript.</p></noscript>`;
}

/** What the backend in the page and the user in front of it do. */
function writeSituation(signedIn: boolean): string {
  const network = ['answers', 'never answers', 'is offline', 'fails', 'refuses: too many attempts'];
  const person = ['has a passkey', 'has no passkey', 'uses a browser without passkeys'];
  return `    <fieldset><legend>Situation</legend>
      ${select('network', 'Backend', network, 'answers')}
      ${select('person', 'Ada', person, 'has a passkey')}
      <label><input type="checkbox" name="signed-in"${signedIn ? ' checked' : ''} /> signed in</label>
    </fieldset>`;
}

function select(name: string, label: string, values: readonly string[], chosen: string): string {
  const options = values.map((value) => `<option${value === chosen ? ' selected' : ''}>${escapeHtml(value)}</option>`);
  return `<label>${label} <select name="${name}">${options.join('')}</select></label>`;
}

const token = (name: string, value: string): string =>
  `<label>${name} <input name="${name}" value="" placeholder="${value}" size="6" /></label>`;

/** A control for an attribute: a box to check, a choice of its words, or a field. */
function writeControl({ name, type, default: usual = '' }: Named, value: string | true | undefined): string {
  const words = [...(type?.text ?? '').matchAll(/'([^']*)'/g)].map(([, word]) => word!);
  const data = `data-attribute="${name}"`;
  if (type?.text === 'boolean')
    return `<label><input type="checkbox" ${data}${value ? ' checked' : ''} /> ${name}</label>`;
  if (words.length > 0 && words.length === type!.text.split('|').length) {
    const chosen = typeof value === 'string' ? value : usual.replaceAll("'", '');
    const options = words.map(
      (word) => `<option value="${word}"${word === chosen ? ' selected' : ''}>${word || '(none)'}</option>`,
    );
    return `<label>${name} <select ${data}>${options.join('')}</select></label>`;
  }
  const written = typeof value === 'string' ? value : '';
  return `<label>${name} <input ${data} value="${escapeHtml(written)}" placeholder="${escapeHtml(usual.replaceAll("'", ''))}" /></label>`;
}

/** The code for each framework, of which one is open at a time. */
export function writeCodes(use: Use): string {
  const blocks = frameworks.map(
    ({ name, language }, index) =>
      `<details class="framework" name="code" data-framework="${name}"${index === 0 ? ' open' : ''}><summary>${name}</summary>${codeBlock(writeCode(name, use), language)}</details>`,
  );
  return `<div class="frameworks">${blocks.join('\n')}</div>`;
}

function writeTables(declaration: Declaration, render: Surroundings['render']): string[] {
  const members = (declaration.members ?? []).filter(
    ({ privacy = 'public', static: isStatic }) => privacy === 'public' && !isStatic,
  );
  const fields = members.filter(({ kind }) => kind === 'field');
  const methods = members.filter(({ kind }) => kind === 'method');
  const table = (
    title: string,
    id: string,
    columns: readonly string[],
    rows: readonly (readonly string[])[],
  ): string =>
    rows.length === 0
      ? ''
      : heading(title, id) +
        render(
          [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
          'docs/elements.md',
        );
  const says = ({ description = '' }: Named): string => toCell(description);
  return [
    table(
      'Attributes',
      'attributes',
      ['attribute', 'type', 'default', 'meaning'],
      (declaration.attributes ?? []).map((one) => [code(one.name), code(one.type?.text), code(one.default), says(one)]),
    ),
    table(
      'Properties',
      'properties',
      ['property', 'type', 'attribute', 'meaning'],
      fields.map((one) => [code(one.name), code(one.type?.text), code(one.attribute), says(one)]),
    ),
    table(
      'Events',
      'events',
      ['event', 'class', '`detail`', 'dispatched'],
      (declaration.events ?? []).map((one) => [code(one.name), code(one.type?.text), code(one.detail), says(one)]),
    ),
    table(
      'Methods',
      'methods',
      ['method', 'returns', 'meaning'],
      methods.map((one) => [code(signatureOf(one)), code(one.return?.type.text), says(one)]),
    ),
    table(
      'Slots',
      'slots',
      ['slot', 'content'],
      (declaration.slots ?? []).map((one) => [one.name ? code(one.name) : '(default)', says(one)]),
    ),
    table(
      'Parts',
      'parts',
      ['part', 'element'],
      (declaration.cssParts ?? []).map((one) => [code(one.name), says(one)]),
    ),
    table(
      'Custom properties',
      'custom-properties',
      ['property', 'default', 'meaning'],
      (declaration.cssProperties ?? []).map((one) => [code(one.name), code(one.default), says(one)]),
    ),
    table(
      'States',
      'states',
      ['state', 'when'],
      (declaration.cssStates ?? []).map((one) => [code(`:state(${one.name})`), says(one)]),
    ),
  ];
}

const signatureOf = ({ name, parameters = [] }: Member): string =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional ? '?' : ''}`).join(', ')})`;

const code = (text: string | undefined): string => (text ? `\`${toCell(text)}\`` : '');
const toCell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
