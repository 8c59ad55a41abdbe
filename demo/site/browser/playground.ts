/** Runs the examples of a page against the backend and the browser in the page, with the situation that readers choose. */
import { directionOf, type Look } from '../looks.js';
import { frameworks, writeCode, type Framework, type Use } from '../markup.js';
import { firstPasskeyOptions, startBackend } from './backend-in-page.js';
import { startBrowser } from './browser-in-page.js';
import { keepApart, nameBackend } from './keep-apart.js';
import { siteRoot } from './search.js';
import type { Situation } from './situation.js';

const prefix = '#example?';
const playgrounds = [...document.querySelectorAll<HTMLElement>('.playground')];
const kept = new URLSearchParams(location.hash.startsWith(prefix) ? location.hash.slice(prefix.length) : '');
const situation: Situation = {
  network: (kept.get('network') as Situation['network'] | null) ?? 'answers',
  person: (kept.get('person') as Situation['person'] | null) ?? 'has a passkey',
  signedIn: false,
};

keepApart();
nameBackend('backend-in-page');
// some examples of a page need a user who is signed in, others one who is not
const signedInName = 'signed-in-backend-in-page';
const backends = [
  startBackend('backend-in-page', situation),
  startBackend(signedInName, { ...situation, signedIn: true }),
];
const first = await startBrowser(situation, firstPasskeyOptions())();
if (situation.person === 'has a passkey') for (const backend of backends) backend.addPasskey(first);

for (const playground of playgrounds) open(playground);
await import('latchkey/cdn');

function open(playground: HTMLElement): void {
  const tag = playground.dataset['tag']!;
  const stage = playground.querySelector<HTMLElement>('.stage')!;
  const template = stage.querySelector('template')!;
  const controls = playground.querySelector<HTMLElement>('.controls');
  const events = playground.querySelector<HTMLElement>('.events');
  const starts = 'signedIn' in playground.dataset;
  if (controls) situation.signedIn = starts;
  stage.addEventListener('submit', (event) => event.preventDefault());
  stage.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (link?.getAttribute('href')?.startsWith('/')) event.preventDefault();
  });
  if (events) listen(stage, events);
  stage.addEventListener('latch-before-redirect', (event) => event.preventDefault());
  if (!controls) {
    restart();
    return;
  }

  // Until readers choose a color, the tags have that of the site.
  for (const input of controls.querySelectorAll<HTMLInputElement>('[type=color]')) input.defaultValue = accentOfSite();
  restore(controls);
  controls.inert = false;
  controls.addEventListener('input', (event) => apply((event.target as HTMLInputElement).name));
  controls.querySelector('[data-again]')!.addEventListener('click', () => restart());
  apply('');

  /** Puts a fresh example on the stage. */
  function restart(): void {
    const fragment = template.content.cloneNode(true) as DocumentFragment;
    const element = fragment.querySelector(tag)!;
    if (starts && !controls) element.setAttribute('base-url', new URL(`${signedInName}/`, siteRoot()).pathname);
    if (controls) for (const [name, value] of attributesIn(controls)) setAttribute(element, name, value);
    stage.replaceChildren(template, fragment);
  }

  function apply(changed: string): void {
    const chosen = (name: string): string => controls!.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value;
    const wasOnLine = navigator.onLine;
    situation.network = chosen('network') as Situation['network'];
    if (navigator.onLine !== wasOnLine) dispatchEvent(new Event(wasOnLine ? 'offline' : 'online'));
    situation.person = chosen('person') as Situation['person'];
    situation.signedIn = controls!.querySelector<HTMLInputElement>('[name="signed-in"]')!.checked;
    stage.lang = chosen('language');
    stage.dir = directionOf({
      language: chosen('language'),
      direction: chosen('direction') as Look['direction'],
    });
    stage.style.colorScheme = chosen('theme') === 'page' ? '' : chosen('theme');
    stage.style.maxInlineSize = chosen('width') === 'full' ? '' : `${chosen('width')}px`;
    for (const token of controls!.querySelectorAll<HTMLInputElement>('[name^="--"]')) {
      const value = token.value === token.defaultValue ? '' : token.value;
      stage.style.setProperty(token.name, value);
    }
    const address = prefix + new URLSearchParams(changesIn(controls!)).toString();
    controls!.querySelector<HTMLAnchorElement>('[data-permalink]')!.setAttribute('href', address);
    showCode({ tag, attributes: present(attributesIn(controls!)), content: contentOf(template) });
    // What a browser can do is looked up once.
    if (changed === 'person' && isWithoutPasskeys() !== !globalThis.PublicKeyCredential) {
      location.hash = address;
      location.reload();
    } else if (!/^(--|language$|direction$|theme$|width$)/.test(changed) || changed === '') {
      restart();
    }
  }
}

/** The color of links on the site, as `#rrggbb`. */
function accentOfSite(): string {
  const { color } = getComputedStyle(document.querySelector('.repository')!);
  const parts = color
    .match(/\d+/g)!
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}

function isWithoutPasskeys(): boolean {
  return situation.person === 'uses a browser without passkeys';
}

type Choice = readonly [name: string, value: string | boolean];

/** The attributes that the reader can set, with `false` for those that are absent. */
function attributesIn(controls: HTMLElement): Choice[] {
  return [...controls.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-attribute]')].map((control) => {
    const name = control.dataset['attribute']!;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return [name, control.checked];
    return [name, control.value === '' || isUsual(control) ? false : control.value];
  });
}

/** The first word of a choice is shown when the attribute is absent, unless the example sets it. */
function isUsual(control: HTMLInputElement | HTMLSelectElement): boolean {
  return control instanceof HTMLSelectElement && control.value === control.options[0]!.value;
}

function setAttribute(element: Element, name: string, value: string | boolean): void {
  if (value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : value);
}

/** The controls that are not as they came, for the link to the example. */
function changesIn(controls: HTMLElement): [string, string][] {
  return [...controls.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].flatMap((control) => {
    const name = control.name || control.dataset['attribute']!;
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      return control.checked === control.defaultChecked ? [] : [[name, String(control.checked)]];
    const usual =
      control instanceof HTMLSelectElement
        ? ([...control.options].find((option) => option.defaultSelected) ?? control.options[0]!).value
        : control.defaultValue;
    return control.value === usual ? [] : [[name, control.value]];
  });
}

function restore(controls: HTMLElement): void {
  for (const control of controls.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const value = kept.get(control.name || control.dataset['attribute']!);
    if (value === null) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === 'true';
    else control.value = value;
  }
}

/** Lists the events of the element as they come, the latest first. */
function listen(stage: HTMLElement, events: HTMLElement): void {
  const list = events.querySelector('ol')!;
  const names = [
    ...document.querySelectorAll('#events + .table td:first-child code, h2#events ~ .table td:first-child code'),
  ]
    .map((code) => code.textContent)
    .filter((name) => name.startsWith('latch-'));
  for (const name of new Set(names))
    stage.addEventListener(name, (event) => {
      const item = document.createElement('li');
      const code = document.createElement('code');
      code.textContent = `${event.type} ${describe((event as CustomEvent<unknown>).detail)}`;
      item.append(code);
      list.prepend(item);
      (events as HTMLDetailsElement).open = true;
    });
}

function describe(detail: unknown): string {
  if (detail instanceof Error)
    return JSON.stringify({ ...Object.fromEntries(Object.entries(detail)), message: detail.message });
  return detail === null || detail === undefined ? '' : JSON.stringify(detail);
}

/** What stands between the tags of the example, as it was written. */
function contentOf(template: HTMLTemplateElement): string {
  return template.content.firstElementChild?.innerHTML.trim().replaceAll(/^ {2}/gm, '') ?? '';
}

function showCode(use: Use): void {
  for (const { name } of frameworks) {
    const code = document.querySelector(`.framework[data-framework="${name}"] code`);
    const text = writeCode(name as Framework, use);
    if (code && code.textContent !== text) code.textContent = text;
  }
}

/** The attributes that are there, as the code writes them. */
function present(choices: readonly Choice[]): Use['attributes'] {
  return Object.fromEntries(choices.flatMap(([name, value]) => (value === false ? [] : [[name, value]])));
}
