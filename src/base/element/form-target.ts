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

/**
 * Calls `take` for each submit of a form in `target`, after the page's own listeners at the form: a page that handles the
 * submit itself calls `preventDefault()`. htmx listens at each form that it boosts, and posts it whatever others have
 * done. A submit of such a form is taken on its way there, and ends here.
 */
export function onSubmit(
  target: EventTarget,
  take: (event: SubmitEvent) => void,
  options?: { signal: AbortSignal },
): void {
  const takeEarly = (event: Event) => {
    if (!isBoosted(event.target as Element)) return;
    take(event as SubmitEvent);
    if (event.defaultPrevented) event.stopImmediatePropagation();
  };
  target.addEventListener('submit', takeEarly, { ...options, capture: true });
  target.addEventListener(
    'submit',
    (event) => isBoosted(event.target as Element) || take(event as SubmitEvent),
    options,
  );
}

/** Whether htmx has been told to post `form` by script: the nearest `hx-boost` counts, `hx-boost:inherited` in htmx 4. */
function isBoosted(form: Element): boolean {
  for (let element: Element | null = form; element; element = element.parentElement)
    for (const { name, value } of element.attributes)
      if (/^(data-)?hx-boost(:inherited)?$/.test(name)) return value !== 'false';
  return false;
}
