/**
 * Whether submitting `form` by `submitter` would send it to `action`, or has no target. The attributes are read,
 * because inputs may have the names of properties.
 */
export function isForSignIn(form: HTMLFormElement, submitter: HTMLElement | null, action: string): boolean {
  const given = submitter?.getAttribute('formaction') ?? form.getAttribute('action');
  if (!given) return true;
  if (!URL.canParse(given, form.baseURI)) return false;
  const { origin, pathname } = new URL(given, form.baseURI);
  return origin + pathname === action;
}
