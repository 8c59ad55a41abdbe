import { sentences } from './loss-sentences.js';

/** What the user of an account loses with it. */
export interface Losses {
  notes: number;
  passkeys: number;
  name: string;
}

/** The languages of an `Accept-Language` header, the preferred first. What cannot be read is left out. */
function readLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';', 2);
      return { tag: tag.trim(), weight: Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => {
      try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return [language, `${language}-${script}`];
      } catch {
        return [];
      }
    });
}

/** Says what the user loses, one sentence each, in the preferred language that is known; else in English. */
export function describeLosses({ notes, passkeys, name }: Losses, acceptLanguage = ''): string[] {
  const language = readLanguages(acceptLanguage.slice(0, 200)).find((tag) => Object.hasOwn(sentences, tag)) ?? 'en';
  const texts = sentences[language]!;
  return [
    ...(notes > 0 ? [texts.notes.replace('{notes}', String(notes))] : []),
    ...(passkeys > 0 ? [texts.passkeys.replace('{passkeys}', String(passkeys))] : []),
    texts.name.replace('{name}', () => name),
  ];
}
