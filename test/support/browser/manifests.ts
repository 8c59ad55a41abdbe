/**
 * Where the manifests of tests seem to be. The browser fetches it too, past the page, and finds something there that it
 * does not take for an app.
 */
export const manifestPath = '/package.json?app.webmanifest';

/** Has the page link a manifest, until the returned function is called. */
export function linkManifest(href: string = manifestPath): () => void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = href;
  document.head.append(link);
  return () => link.remove();
}

/** Answers every request for a manifest, until the returned function is called; passes all others on. */
export function answerManifests(answer: (url: URL, signal: AbortSignal) => Response | Promise<Response>): () => void {
  const own = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const isManifest = url.href.endsWith('.webmanifest');
    return isManifest ? answer(url, new Request(url, init).signal) : own.call(globalThis, input, init);
  };
  return () => (globalThis.fetch = own);
}
