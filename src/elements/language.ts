/**
 * The language of `element` for `Intl`, as the nearest `lang` around it says, shadow roots included; undefined, which
 * stands for the browser's own, if none does or if it is no language tag.
 */
export function languageOf(element: Element): string | undefined {
  let place: Element | undefined = element;
  let language: string | undefined;
  for (; place && !language; place = (place.getRootNode() as ShadowRoot).host)
    language = place.closest<HTMLElement>('[lang]')?.lang;
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
