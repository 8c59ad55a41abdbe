import { isServer } from 'lit';

/**
 * The language of `element` for `Intl`, from the nearest `lang` around it, shadow roots included; undefined, which
 * means the browser's own, if there is none or it is not a language tag. On the server only its own `lang` is known.
 */
export function languageOf(element: Element): string | undefined {
  let place: Element | undefined = element;
  let language: string | undefined;
  if (isServer && typeof document === 'undefined') language = element.getAttribute('lang') ?? 'en';
  for (; place && !language; place = (place.getRootNode() as ShadowRoot).host)
    language = place.closest<HTMLElement>('[lang]')?.lang;
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
