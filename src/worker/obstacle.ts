/**
 * Finds out why an answer must not be kept, as the end of a sentence that begins with what was asked for; undefined if
 * nothing is in the way. Script never sees `Set-Cookie`, so a server has to mark what it sets a cookie
 * with as `no-store`, or say by `Vary` that the answer depends on one.
 *
 * @param destination What the page wants it for, if the request is a copy, which does not say so.
 */
export function findObstacle(
  request: Request,
  response: Response,
  destination: string = request.destination,
): string | undefined {
  if (request.method !== 'GET') return 'was not asked for with GET';
  if (request.headers.has('Range') || response.headers.has('Content-Range')) return 'is a part only';
  if (request.headers.has('Authorization')) return 'was asked for with an authorization';
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

/** Whether it is asked for as a script, a style, a picture or the like, or its name says that it is one. */
const isFile = ({ url }: Request, destination: string): boolean =>
  destinations.test(destination) || extensions.test(new URL(url).pathname);
