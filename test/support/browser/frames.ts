/** What a page in a frame said of itself. */
export interface FrameReport {
  isEmbedded: boolean;
  /** Paths that it asked its backend for, with their queries. */
  requests: string[];
  /** The status line of its element, if it has one. */
  status?: string;
}

/** The origin of the test page by another name: the same server, a stranger to the browser. */
export const strangeOrigin = () => location.origin.replace('localhost', '127.0.0.1');

/**
 * Shows `frame.html` of `origin` in a frame, with this query, and resolves with what it reports. `handedOn` is what the
 * frame may ask the browser for: FedCM by default, which would be refused before anything else is looked at. With
 * `about:srcdoc` as the origin, the page is in an attribute of the frame.
 */
export async function askFrame(
  origin: string,
  query = '',
  handedOn = 'identity-credentials-get',
): Promise<FrameReport> {
  const frame = document.createElement('iframe');
  frame.allow = handedOn;
  if (origin === 'about:srcdoc') {
    frame.name = query;
    frame.srcdoc = '<!doctype html><script type="module" src="/test/support/browser/frame.ts"></script>';
  } else frame.src = `${origin}/test/support/browser/frame.html${query}`;
  const report = new Promise<FrameReport>((resolve) =>
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && resolve(data as FrameReport)),
  );
  document.body.append(frame);
  const found = await report;
  frame.remove();
  return found;
}
