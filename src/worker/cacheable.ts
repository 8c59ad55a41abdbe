/**
 * Returns why a response must not be cached, as the end of a sentence that begins with its URL; undefined if it may.
 * Scripts cannot see `Set-Cookie`, so a server must send `no-store` with a cookie, or name it in `Vary` if the response
 * depends on one.
 *
 * @param destination The destination of the original request, which a copy does not have.
 */
export function findReasonNotToCache(
  request: Request,
  response: Response,
  destination: string = request.destination,
): string | undefined {
  if (request.method !== 'GET') return 'was not asked for with GET';
  if (request.headers.has('Range') || response.headers.has('Content-Range')) return 'is a part only';
  if (request.headers.has('Authorization')) return 'was requested with an authorization';
  if (response.redirected || response.type === 'opaqueredirect') return 'was redirected';
  if (response.type !== 'basic') return 'is of another origin, or nothing that the network gave';
  if (response.status !== 200) return `was answered with ${response.status}`;
  if (/event-stream/i.test(response.headers.get('Content-Type') ?? '')) return 'never ends';
  // a network or a sign-in that answers everything with its page must not break the site until the cache is gone
  if (isFile(request, destination) && /^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
    return 'is a page in the place of a file';
  // directives hide in unexpected places, such as `private="Set-Cookie"` or a second header: the word is enough
  const word = /no-store|private/i.exec(response.headers.get('Cache-Control') ?? '')?.[0];
  if (word) return `is marked ${word.toLowerCase()}`;
  const vary = /\*|cookie|authorization/i.exec(response.headers.get('Vary') ?? '')?.[0];
  return vary && `varies by ${vary}`;
}

/** What pages load as something else than a page. */
const destinations = /^(?:audio|font|image|json|manifest|script|style|track|video|.*worker|.*worklet)$/;
const extensions = /\.(?:avif|css|gif|ico|jpe?g|m?js|json|map|png|svg|wasm|webmanifest|webp|woff2?)$/i;

/** Whether it is requested as a script, a style, a picture or a similar file, or has the name of one. */
const isFile = ({ url }: Request, destination: string): boolean =>
  destinations.test(destination) || extensions.test(new URL(url).pathname);
