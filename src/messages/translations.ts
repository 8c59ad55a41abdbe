import type { Section, Texts } from './section.js';

/** How long an element waits for the sentences of its language before it shows English ones, in ms. */
const longestWait = 3000;

type Load = () => Promise<{ default: Readonly<Record<string, Texts>> }>;

/** What fetches each group of sections, by language. Elements in English pages never load this module. */
const shipped: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  ar: {
    account: () => import('./ar/account.js'),
    'account-changes': () => import('./ar/account-changes.js'),
    cards: () => import('./ar/cards.js'),
    codes: () => import('./ar/codes.js'),
    install: () => import('./ar/install.js'),
    'next-steps': () => import('./ar/next-steps.js'),
    offline: () => import('./ar/offline.js'),
    providers: () => import('./ar/providers.js'),
    settings: () => import('./ar/settings.js'),
    'settings-changes': () => import('./ar/settings-changes.js'),
    'settings-events': () => import('./ar/settings-events.js'),
    'settings-second-factor': () => import('./ar/settings-second-factor.js'),
    'sign-in': () => import('./ar/sign-in.js'),
    vault: () => import('./ar/vault.js'),
    'vault-errors': () => import('./ar/vault-errors.js'),
    'vault-keeping': () => import('./ar/vault-keeping.js'),
  },
  de: {
    account: () => import('./de/account.js'),
    'account-changes': () => import('./de/account-changes.js'),
    cards: () => import('./de/cards.js'),
    codes: () => import('./de/codes.js'),
    install: () => import('./de/install.js'),
    'next-steps': () => import('./de/next-steps.js'),
    offline: () => import('./de/offline.js'),
    providers: () => import('./de/providers.js'),
    settings: () => import('./de/settings.js'),
    'settings-changes': () => import('./de/settings-changes.js'),
    'settings-events': () => import('./de/settings-events.js'),
    'settings-second-factor': () => import('./de/settings-second-factor.js'),
    'sign-in': () => import('./de/sign-in.js'),
    vault: () => import('./de/vault.js'),
    'vault-errors': () => import('./de/vault-errors.js'),
    'vault-keeping': () => import('./de/vault-keeping.js'),
  },
  es: {
    account: () => import('./es/account.js'),
    'account-changes': () => import('./es/account-changes.js'),
    cards: () => import('./es/cards.js'),
    codes: () => import('./es/codes.js'),
    install: () => import('./es/install.js'),
    'next-steps': () => import('./es/next-steps.js'),
    offline: () => import('./es/offline.js'),
    providers: () => import('./es/providers.js'),
    settings: () => import('./es/settings.js'),
    'settings-changes': () => import('./es/settings-changes.js'),
    'settings-events': () => import('./es/settings-events.js'),
    'settings-second-factor': () => import('./es/settings-second-factor.js'),
    'sign-in': () => import('./es/sign-in.js'),
    vault: () => import('./es/vault.js'),
    'vault-errors': () => import('./es/vault-errors.js'),
    'vault-keeping': () => import('./es/vault-keeping.js'),
  },
  fr: {
    account: () => import('./fr/account.js'),
    'account-changes': () => import('./fr/account-changes.js'),
    cards: () => import('./fr/cards.js'),
    codes: () => import('./fr/codes.js'),
    install: () => import('./fr/install.js'),
    'next-steps': () => import('./fr/next-steps.js'),
    offline: () => import('./fr/offline.js'),
    providers: () => import('./fr/providers.js'),
    settings: () => import('./fr/settings.js'),
    'settings-changes': () => import('./fr/settings-changes.js'),
    'settings-events': () => import('./fr/settings-events.js'),
    'settings-second-factor': () => import('./fr/settings-second-factor.js'),
    'sign-in': () => import('./fr/sign-in.js'),
    vault: () => import('./fr/vault.js'),
    'vault-errors': () => import('./fr/vault-errors.js'),
    'vault-keeping': () => import('./fr/vault-keeping.js'),
  },
  he: {
    account: () => import('./he/account.js'),
    'account-changes': () => import('./he/account-changes.js'),
    cards: () => import('./he/cards.js'),
    codes: () => import('./he/codes.js'),
    install: () => import('./he/install.js'),
    'next-steps': () => import('./he/next-steps.js'),
    offline: () => import('./he/offline.js'),
    providers: () => import('./he/providers.js'),
    settings: () => import('./he/settings.js'),
    'settings-changes': () => import('./he/settings-changes.js'),
    'settings-events': () => import('./he/settings-events.js'),
    'settings-second-factor': () => import('./he/settings-second-factor.js'),
    'sign-in': () => import('./he/sign-in.js'),
    vault: () => import('./he/vault.js'),
    'vault-errors': () => import('./he/vault-errors.js'),
    'vault-keeping': () => import('./he/vault-keeping.js'),
  },
  hi: {
    account: () => import('./hi/account.js'),
    'account-changes': () => import('./hi/account-changes.js'),
    cards: () => import('./hi/cards.js'),
    codes: () => import('./hi/codes.js'),
    install: () => import('./hi/install.js'),
    'next-steps': () => import('./hi/next-steps.js'),
    offline: () => import('./hi/offline.js'),
    providers: () => import('./hi/providers.js'),
    settings: () => import('./hi/settings.js'),
    'settings-changes': () => import('./hi/settings-changes.js'),
    'settings-events': () => import('./hi/settings-events.js'),
    'settings-second-factor': () => import('./hi/settings-second-factor.js'),
    'sign-in': () => import('./hi/sign-in.js'),
    vault: () => import('./hi/vault.js'),
    'vault-errors': () => import('./hi/vault-errors.js'),
    'vault-keeping': () => import('./hi/vault-keeping.js'),
  },
  it: {
    account: () => import('./it/account.js'),
    'account-changes': () => import('./it/account-changes.js'),
    cards: () => import('./it/cards.js'),
    codes: () => import('./it/codes.js'),
    install: () => import('./it/install.js'),
    'next-steps': () => import('./it/next-steps.js'),
    offline: () => import('./it/offline.js'),
    providers: () => import('./it/providers.js'),
    settings: () => import('./it/settings.js'),
    'settings-changes': () => import('./it/settings-changes.js'),
    'settings-events': () => import('./it/settings-events.js'),
    'settings-second-factor': () => import('./it/settings-second-factor.js'),
    'sign-in': () => import('./it/sign-in.js'),
    vault: () => import('./it/vault.js'),
    'vault-errors': () => import('./it/vault-errors.js'),
    'vault-keeping': () => import('./it/vault-keeping.js'),
  },
  ja: {
    account: () => import('./ja/account.js'),
    'account-changes': () => import('./ja/account-changes.js'),
    cards: () => import('./ja/cards.js'),
    codes: () => import('./ja/codes.js'),
    install: () => import('./ja/install.js'),
    'next-steps': () => import('./ja/next-steps.js'),
    offline: () => import('./ja/offline.js'),
    providers: () => import('./ja/providers.js'),
    settings: () => import('./ja/settings.js'),
    'settings-changes': () => import('./ja/settings-changes.js'),
    'settings-events': () => import('./ja/settings-events.js'),
    'settings-second-factor': () => import('./ja/settings-second-factor.js'),
    'sign-in': () => import('./ja/sign-in.js'),
    vault: () => import('./ja/vault.js'),
    'vault-errors': () => import('./ja/vault-errors.js'),
    'vault-keeping': () => import('./ja/vault-keeping.js'),
  },
  ko: {
    account: () => import('./ko/account.js'),
    'account-changes': () => import('./ko/account-changes.js'),
    cards: () => import('./ko/cards.js'),
    codes: () => import('./ko/codes.js'),
    install: () => import('./ko/install.js'),
    'next-steps': () => import('./ko/next-steps.js'),
    offline: () => import('./ko/offline.js'),
    providers: () => import('./ko/providers.js'),
    settings: () => import('./ko/settings.js'),
    'settings-changes': () => import('./ko/settings-changes.js'),
    'settings-events': () => import('./ko/settings-events.js'),
    'settings-second-factor': () => import('./ko/settings-second-factor.js'),
    'sign-in': () => import('./ko/sign-in.js'),
    vault: () => import('./ko/vault.js'),
    'vault-errors': () => import('./ko/vault-errors.js'),
    'vault-keeping': () => import('./ko/vault-keeping.js'),
  },
  nl: {
    account: () => import('./nl/account.js'),
    'account-changes': () => import('./nl/account-changes.js'),
    cards: () => import('./nl/cards.js'),
    codes: () => import('./nl/codes.js'),
    install: () => import('./nl/install.js'),
    'next-steps': () => import('./nl/next-steps.js'),
    offline: () => import('./nl/offline.js'),
    providers: () => import('./nl/providers.js'),
    settings: () => import('./nl/settings.js'),
    'settings-changes': () => import('./nl/settings-changes.js'),
    'settings-events': () => import('./nl/settings-events.js'),
    'settings-second-factor': () => import('./nl/settings-second-factor.js'),
    'sign-in': () => import('./nl/sign-in.js'),
    vault: () => import('./nl/vault.js'),
    'vault-errors': () => import('./nl/vault-errors.js'),
    'vault-keeping': () => import('./nl/vault-keeping.js'),
  },
  pl: {
    account: () => import('./pl/account.js'),
    'account-changes': () => import('./pl/account-changes.js'),
    cards: () => import('./pl/cards.js'),
    codes: () => import('./pl/codes.js'),
    install: () => import('./pl/install.js'),
    'next-steps': () => import('./pl/next-steps.js'),
    offline: () => import('./pl/offline.js'),
    providers: () => import('./pl/providers.js'),
    settings: () => import('./pl/settings.js'),
    'settings-changes': () => import('./pl/settings-changes.js'),
    'settings-events': () => import('./pl/settings-events.js'),
    'settings-second-factor': () => import('./pl/settings-second-factor.js'),
    'sign-in': () => import('./pl/sign-in.js'),
    vault: () => import('./pl/vault.js'),
    'vault-errors': () => import('./pl/vault-errors.js'),
    'vault-keeping': () => import('./pl/vault-keeping.js'),
  },
  pt: {
    account: () => import('./pt-BR/account.js'),
    'account-changes': () => import('./pt-BR/account-changes.js'),
    cards: () => import('./pt-BR/cards.js'),
    codes: () => import('./pt-BR/codes.js'),
    install: () => import('./pt-BR/install.js'),
    'next-steps': () => import('./pt-BR/next-steps.js'),
    offline: () => import('./pt-BR/offline.js'),
    providers: () => import('./pt-BR/providers.js'),
    settings: () => import('./pt-BR/settings.js'),
    'settings-changes': () => import('./pt-BR/settings-changes.js'),
    'settings-events': () => import('./pt-BR/settings-events.js'),
    'settings-second-factor': () => import('./pt-BR/settings-second-factor.js'),
    'sign-in': () => import('./pt-BR/sign-in.js'),
    vault: () => import('./pt-BR/vault.js'),
    'vault-errors': () => import('./pt-BR/vault-errors.js'),
    'vault-keeping': () => import('./pt-BR/vault-keeping.js'),
  },
  tr: {
    account: () => import('./tr/account.js'),
    'account-changes': () => import('./tr/account-changes.js'),
    cards: () => import('./tr/cards.js'),
    codes: () => import('./tr/codes.js'),
    install: () => import('./tr/install.js'),
    'next-steps': () => import('./tr/next-steps.js'),
    offline: () => import('./tr/offline.js'),
    providers: () => import('./tr/providers.js'),
    settings: () => import('./tr/settings.js'),
    'settings-changes': () => import('./tr/settings-changes.js'),
    'settings-events': () => import('./tr/settings-events.js'),
    'settings-second-factor': () => import('./tr/settings-second-factor.js'),
    'sign-in': () => import('./tr/sign-in.js'),
    vault: () => import('./tr/vault.js'),
    'vault-errors': () => import('./tr/vault-errors.js'),
    'vault-keeping': () => import('./tr/vault-keeping.js'),
  },
  uk: {
    account: () => import('./uk/account.js'),
    'account-changes': () => import('./uk/account-changes.js'),
    cards: () => import('./uk/cards.js'),
    codes: () => import('./uk/codes.js'),
    install: () => import('./uk/install.js'),
    'next-steps': () => import('./uk/next-steps.js'),
    offline: () => import('./uk/offline.js'),
    providers: () => import('./uk/providers.js'),
    settings: () => import('./uk/settings.js'),
    'settings-changes': () => import('./uk/settings-changes.js'),
    'settings-events': () => import('./uk/settings-events.js'),
    'settings-second-factor': () => import('./uk/settings-second-factor.js'),
    'sign-in': () => import('./uk/sign-in.js'),
    vault: () => import('./uk/vault.js'),
    'vault-errors': () => import('./uk/vault-errors.js'),
    'vault-keeping': () => import('./uk/vault-keeping.js'),
  },
  'zh-Hans': {
    account: () => import('./zh-Hans/account.js'),
    'account-changes': () => import('./zh-Hans/account-changes.js'),
    cards: () => import('./zh-Hans/cards.js'),
    codes: () => import('./zh-Hans/codes.js'),
    install: () => import('./zh-Hans/install.js'),
    'next-steps': () => import('./zh-Hans/next-steps.js'),
    offline: () => import('./zh-Hans/offline.js'),
    providers: () => import('./zh-Hans/providers.js'),
    settings: () => import('./zh-Hans/settings.js'),
    'settings-changes': () => import('./zh-Hans/settings-changes.js'),
    'settings-events': () => import('./zh-Hans/settings-events.js'),
    'settings-second-factor': () => import('./zh-Hans/settings-second-factor.js'),
    'sign-in': () => import('./zh-Hans/sign-in.js'),
    vault: () => import('./zh-Hans/vault.js'),
    'vault-errors': () => import('./zh-Hans/vault-errors.js'),
    'vault-keeping': () => import('./zh-Hans/vault-keeping.js'),
  },
  'zh-Hant': {
    account: () => import('./zh-Hant/account.js'),
    'account-changes': () => import('./zh-Hant/account-changes.js'),
    cards: () => import('./zh-Hant/cards.js'),
    codes: () => import('./zh-Hant/codes.js'),
    install: () => import('./zh-Hant/install.js'),
    'next-steps': () => import('./zh-Hant/next-steps.js'),
    offline: () => import('./zh-Hant/offline.js'),
    providers: () => import('./zh-Hant/providers.js'),
    settings: () => import('./zh-Hant/settings.js'),
    'settings-changes': () => import('./zh-Hant/settings-changes.js'),
    'settings-events': () => import('./zh-Hant/settings-events.js'),
    'settings-second-factor': () => import('./zh-Hant/settings-second-factor.js'),
    'sign-in': () => import('./zh-Hant/sign-in.js'),
    vault: () => import('./zh-Hant/vault.js'),
    'vault-errors': () => import('./zh-Hant/vault-errors.js'),
    'vault-keeping': () => import('./zh-Hant/vault-keeping.js'),
  },
};

/** Translations that have arrived; an empty one could not be fetched. */
const loaded = new Map<Load, Readonly<Record<string, Texts>>>();
const loading = new Map<Load, Promise<void>>();
/** Those that no element waits for any more: it is English until they arrive. */
const late = new Set<Load>();
/** What {@link fetchTexts} was last called with. */
let renewAll: () => void = () => {};
let retryWhenUseful: (retry: () => void) => void = () => {};
/** What the page has set, by language and section. */
const given: Record<string, Record<string, Texts>> = {};

/** The language of the sentences shown of a section where `wanted` is spoken; undefined if they are English there. */
export function languageFor(wanted: string | undefined, section: Section): string | undefined {
  const language = choose(wanted, section);
  const hasArrived = loaded.get(loadOf(language, section)!)?.[section.name] ?? given[language!]?.[section.name];
  return language === 'en' || hasArrived ? language : undefined;
}

/** The best language for readers of `wanted` that there is of a section, whether its sentences are here or not. */
function choose(wanted = 'en', { group, name }: Section): string | undefined {
  return tagsFor(wanted).find((tag) => tag === 'en' || (group && shipped[tag]?.[group]) || given[tag]?.[name]);
}

/** The tags under which sentences for readers of `wanted` may be found, the best first. */
function tagsFor(wanted: string): string[] {
  const { language, script } = new Intl.Locale(wanted).maximize();
  return [wanted, `${language}-${script}`, language];
}

/** Fetches all sentences in the language of readers of `wanted`. Resolves once they have arrived. */
export async function fetchLanguage(wanted: string): Promise<void> {
  const loads = tagsFor(wanted).flatMap((tag) => Object.values(shipped[tag] ?? {}));
  for (const load of loads) fetchOnce(load);
  await Promise.all(loads.flatMap((load) => loading.get(load) ?? []));
}

/**
 * The sentences of a section where `wanted` is spoken; English ones while those have not arrived. They are fetched if
 * nothing has fetched them yet, such as those of a form that an element loads later.
 */
export function textsFor<T extends Texts>(wanted: string | undefined, section: Section<T>): T {
  const { name, english } = section;
  const language = choose(wanted, section);
  const own = given[language!]?.[name];
  const load = loadOf(language, section);
  if (load) fetchOnce(load);
  const arrived = loaded.get(load!)?.[name];
  return arrived || own ? { ...english, ...arrived, ...own } : english;
}

/**
 * Fetches the sentences of sections where `wanted` is spoken.
 *
 * @param renew Called when some have arrived.
 * @param retryLater Calls its argument once another try is worth while.
 * @returns What resolves once they have, or take too long; undefined if there is nothing to wait for.
 */
export function fetchTexts(
  wanted: string | undefined,
  sections: readonly Section[],
  renew: () => void,
  retryLater: (retry: () => void) => void,
): Promise<unknown> | undefined {
  renewAll = renew;
  retryWhenUseful = retryLater;
  const awaited = new Set<Load>();
  for (const section of sections) {
    const load = loadOf(choose(wanted, section), section);
    if (!load || loaded.has(load)) continue;
    fetchOnce(load);
    if (!late.has(load)) awaited.add(load);
  }
  if (awaited.size === 0) return undefined;
  const tooLate = new Promise((resolve) => setTimeout(resolve, longestWait)).then(() => {
    for (const load of awaited) late.add(load);
  });
  return Promise.race([Promise.all([...awaited].map((load) => loading.get(load)!)), tooLate]);
}

/** Adds what a page sets for a language. */
export function addTexts(tag: string, sections: Readonly<Record<string, Texts>>): void {
  const all = (given[tag] ??= {});
  for (const [name, texts] of Object.entries(sections)) all[name] = { ...all[name], ...texts };
}

function loadOf(language: string | undefined, { group }: Section): Load | undefined {
  return shipped[language!]?.[group!];
}

function fetchOnce(load: Load): void {
  if (!loaded.has(load) && !loading.has(load)) loading.set(load, fetchGroup(load));
}

async function fetchGroup(load: Load): Promise<void> {
  try {
    loaded.set(load, (await load()).default);
  } catch {
    loaded.set(load, {});
    retryWhenUseful(() => {
      loaded.delete(load);
      renewAll();
    });
  }
  loading.delete(load);
  renewAll();
}
