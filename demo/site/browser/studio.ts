/** The studio of the front page: one real sign-in, in the look that the reader chooses, with the code that makes it. */
import {
  brands,
  directionOf,
  firstLook,
  headingOf,
  isOfStudio,
  lookOf,
  readFragment,
  writeCss,
  writeFragment,
  writeHtml,
  writePage,
  type BrandName,
  type Look,
} from '../looks.js';
import { firstPasskeyOptions, startBackend } from './backend-in-page.js';
import { startBrowser } from './browser-in-page.js';
import { keepApart, nameBackend } from './keep-apart.js';
import type { Situation } from './situation.js';

const situation: Situation = { network: 'answers', person: 'has a passkey', signedIn: false };
const studio = document.querySelector<HTMLElement>('.studio')!;
const stage = studio.querySelector<HTMLElement>('.studio-stage')!;
const controls = studio.querySelector<HTMLFormElement>('.studio-head')!;
const tools = studio.querySelector<HTMLElement>('.tools')!;
const status = studio.querySelector<HTMLElement>('[data-news]')!;
const signInScene = studio.querySelector<HTMLElement>('[data-scene=sign-in]')!;
const accountScene = studio.querySelector<HTMLElement>('[data-scene=account]')!;
const languages = [...control('language').options].map(({ value }) => value);
/** The style sheet of the first look, until another one is shown. */
const firstSheet = document.querySelector<HTMLLinkElement>('link[href$="studio.css"]')!;
const sheet = new CSSStyleSheet();
/** How long the card shows that the user is signed in, in milliseconds. */
const timeOfCheck = 1100;
let look: Look = firstLook;
/** Fulfilled once the backend lists the passkey that Ada has. */
let passkey: Promise<void> | undefined;

keepApart();
nameBackend('backend-in-page');
const backend = startBackend('backend-in-page', situation);
document.adoptedStyleSheets.push(sheet);
fillControls();
restore();
for (const part of [controls, tools]) part.inert = false;
studio.addEventListener('input', change);
controls.addEventListener('submit', (event) => event.preventDefault());
studio.querySelector('[data-copy-link]')!.addEventListener('click', () => void copyLink());
studio.querySelector('[data-save]')!.addEventListener('click', save);
addEventListener('hashchange', restore);
stage.addEventListener('submit', (event) => event.preventDefault());
stage.addEventListener('latch-before-redirect', (event) => event.preventDefault());
stage.addEventListener('latch-signed-in', () => void showAccount());
stage.addEventListener('latch-signed-out', showSignIn);
const first = startBrowser(situation, firstPasskeyOptions());
await import('latchkey/define/autoload');

function control(name: string): HTMLSelectElement {
  return controls.elements.namedItem(name) as HTMLSelectElement;
}

/** Shows the look of the address, if it holds one. */
function restore(): void {
  if (!isOfStudio(location.hash)) return;
  const kept = readFragment(location.hash, languages);
  status.textContent = kept ? '' : 'This link holds a look that the studio does not know. It shows the first one.';
  show(kept ?? firstLook);
  studio.scrollIntoView();
}

function change({ target }: Event): void {
  const { name, type, value, form } = target as HTMLInputElement;
  if (form !== controls) return;
  const chosen = new FormData(controls);
  const next: Look =
    name === 'brand'
      ? { ...lookOf(chosen.get('brand') as BrandName), ...unbranded(look) }
      : {
          ...look,
          ...(Object.fromEntries(chosen) as Partial<Look>),
          brand: look.brand,
          accent: name === 'accent' ? value : look.accent,
          radius: Number(chosen.get('radius')),
          width: chosen.has('width') ? 'phone' : 'full',
        };
  status.textContent = '';
  // A slider or a color well is dragged: each step is drawn at once.
  look = next;
  if (type === 'range' || type === 'color') show(next);
  else crossFade(() => show(next));
  history.replaceState(null, '', writeFragment(next));
}

/** What stays when the brand changes. */
const unbranded = ({ language, direction, width }: Look): Partial<Look> => ({ language, direction, width });

function crossFade(change: () => void): void {
  const isQuiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isQuiet || !('startViewTransition' in document)) change();
  // A transition that another one overtakes is of no interest.
  else document.startViewTransition(change).ready.catch(() => {});
}

function show(next: Look): void {
  look = next;
  sheet.replaceSync(writeCss(look, '.studio-stage'));
  firstSheet.disabled = true;
  stage.lang = look.language;
  stage.dir = directionOf(look);
  stage.classList.toggle('phone', look.width === 'phone');
  nameBrand();
  fillControls();
  paint('css', writeCss(look));
  paint('html', writeHtml(look));
}

/** Gives the card the heading of the brand, or none where the card has a translated one. */
function nameBrand(): void {
  const card = signInScene.querySelector('latch-sign-in')!;
  const text = headingOf(look);
  const shown = card.querySelector('[slot=heading]');
  if (text === shown?.textContent) return;
  shown?.remove();
  if (text === undefined) return;
  const heading = document.createElement('h2');
  heading.slot = 'heading';
  heading.textContent = text;
  card.prepend(heading);
}

function fillControls(): void {
  for (const box of controls.querySelectorAll<HTMLInputElement>('[name=brand]')) box.checked = box.value === look.brand;
  const accent = look.accent ?? brands[look.brand].accent[isDark() ? 1 : 0];
  const values = { ...look, accent, radius: String(look.radius) };
  for (const name of ['accent', 'font', 'radius', 'density', 'theme', 'language', 'direction'] as const)
    control(name).value = values[name];
  (controls.elements.namedItem('width') as HTMLInputElement).checked = look.width === 'phone';
  tools.querySelector('[data-radius]')!.textContent = `${look.radius} px`;
}

/** Whether the stage is dark, which it may be because the page is. */
function isDark(): boolean {
  const channels = getComputedStyle(stage).backgroundColor.match(/\d+/g)!.slice(0, 3);
  return channels.reduce((sum, one) => sum + Number(one), 0) < 384;
}

/** Shows code with the colors of the other code blocks. */
function paint(name: 'css' | 'html', text: string): void {
  const code = studio.querySelector(`[data-code=${name}] code`)!;
  if (code.textContent === text) return;
  const pattern =
    name === 'css'
      ? /(?<property>--?[\w-]+|\b[a-z-]+)(?=: )|(?<number>#[\da-f]{6}|\b\d+(?:px|%)?)|(?<string>'[^']*')/g
      : /(?<tag><\/?[\w-]+|\/?>)|(?<string>"[^"]*")|(?<property>\b[a-z]+)(?==")/g;
  const parts: (string | Node)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, value]) => value !== undefined)!;
    const token = document.createElement('span');
    token.className = `token ${kind}`;
    token.textContent = match[0];
    parts.push(text.slice(end, match.index), token);
    end = match.index + match[0].length;
  }
  code.replaceChildren(...parts, text.slice(end));
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(writeFragment(look), location.href).href);
    status.textContent = 'The link to this look is copied.';
  } catch {
    history.replaceState(null, '', writeFragment(look));
    status.textContent = 'The browser did not let the link be copied. It is in the address bar.';
  }
}

function save(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([writePage(look)], { type: 'text/html' }));
  link.download = 'sign-in.html';
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  status.textContent = 'Saved as sign-in.html. It expects the scripts of the package in /latchkey/.';
}

/** Shows the account once the card has said that the user is signed in. */
async function showAccount(): Promise<void> {
  passkey ??= first().then((id) => backend.addPasskey(id));
  await passkey.catch(() => (passkey = undefined));
  const account = document.createElement('latch-account');
  account.setAttribute('sections', 'passkeys name addresses devices');
  accountScene
    .querySelector('[data-account]')!
    .replaceChildren(document.createElement('latch-sign-out-button'), account);
  await Promise.all([customElements.whenDefined('latch-account'), new Promise((go) => setTimeout(go, timeOfCheck))]);
  if (!account.isConnected) return;
  crossFade(() => {
    signInScene.hidden = true;
    accountScene.hidden = false;
    accountScene.querySelector('h2')!.focus();
  });
}

/** Begins again, with a new card. */
function showSignIn(): void {
  situation.signedIn = false;
  crossFade(() => {
    accountScene.hidden = true;
    accountScene.querySelector('[data-account]')!.replaceChildren();
    signInScene.hidden = false;
    const template = studio.querySelector<HTMLTemplateElement>('template')!;
    signInScene.replaceChildren(template.content.cloneNode(true));
    nameBrand();
    signInScene.tabIndex = -1;
    signInScene.focus();
  });
}
