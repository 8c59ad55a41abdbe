/** The language of `element`, as the nearest `lang` around it says, shadow roots included; undefined if none does. */
export function languageOf(element: Element): string | undefined {
  for (let place: Element | null | undefined = element; place; place = (place.getRootNode() as ShadowRoot).host) {
    const language = place.closest('[lang]')?.getAttribute('lang');
    if (language) return language;
  }
  return undefined;
}
