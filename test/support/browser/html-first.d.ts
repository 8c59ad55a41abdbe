/* What the tests use of packages that have no types. */

declare module '@alpinejs/morph' {
  const plugin: unknown;
  export default plugin;
}

declare module '@hotwired/turbo' {
  export const session: { stop(): void };
  export function morphElements(place: Element, wanted: Element): void;
}

declare module 'alpinejs' {
  const Alpine: { plugin(plugin: unknown): void; morph(place: Element, markup: string): void };
  export default Alpine;
}
