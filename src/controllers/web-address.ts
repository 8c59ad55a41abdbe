/**
 * Whether an address, relative to a page of the web or not, leads to one: not `javascript:`, which runs in the page, nor
 * `blob:` or `data:`, which show what a script has made.
 */
export function isWebAddress(address: string): boolean {
  // Any base of the web will do, and a server has no document.
  const base = 'https://base.invalid';
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol);
}
