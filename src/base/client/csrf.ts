/** Returns the headers of a request with this method. */
export type HeadersOf = (method: string) => Record<string, string>;

/**
 * Sends the value of a cookie as a header with every request that changes something. Without the cookie, it sends no
 * header.
 */
export function csrfFromCookie(cookie: string, header: string): HeadersOf {
  return protect(() => [header, readCookie(cookie)]);
}

/** Sends the content of `<meta name="…">` as a header with every request that changes something. */
export function csrfFromMeta(name: string, header: string): HeadersOf {
  return protect(() => [header, readMeta(name)]);
}

/** Django: the cookie `csrftoken`, or the hidden input of `{% csrf_token %}` if the cookie is not readable. */
export const djangoCsrf: HeadersOf = protect(() => [
  'X-CSRFToken',
  readCookie('csrftoken') ?? readInput('csrfmiddlewaretoken'),
]);

/** Rails: the element of `csrf_meta_tags`. */
export const railsCsrf: HeadersOf = csrfFromMeta('csrf-token', 'X-CSRF-Token');

/** Laravel: the cookie `XSRF-TOKEN`. */
export const laravelCsrf: HeadersOf = csrfFromCookie('XSRF-TOKEN', 'X-XSRF-TOKEN');

/** Spring Security: the elements `_csrf` and `_csrf_header`, or the cookie `XSRF-TOKEN` of `CookieCsrfTokenRepository`. */
export const springCsrf: HeadersOf = protect(() => {
  const token = readMeta('_csrf');
  return token === undefined
    ? ['X-XSRF-TOKEN', readCookie('XSRF-TOKEN')]
    : [readMeta('_csrf_header') ?? 'X-CSRF-TOKEN', token];
});

/** ASP.NET: the hidden input of `@Html.AntiForgeryToken()`, or the cookie `XSRF-TOKEN` that an app sets for scripts. */
export const aspNetCsrf: HeadersOf = protect(() => [
  'RequestVerificationToken',
  readInput('__RequestVerificationToken') ?? readCookie('XSRF-TOKEN'),
]);

function protect(read: () => [header: string, token: string | undefined]): HeadersOf {
  return (method) => {
    // A worker has none of the page's tokens.
    if (['GET', 'HEAD'].includes(method) || typeof document === 'undefined') return {};
    const [header, token] = read();
    return token === undefined ? {} : { [header]: token };
  };
}

function readCookie(name: string): string | undefined {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  try {
    return value && decodeURIComponent(value);
  } catch {
    // Not every cookie is encoded.
    return value;
  }
}

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${CSS.escape(name)}"]`)?.content;
}

function readInput(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
}
