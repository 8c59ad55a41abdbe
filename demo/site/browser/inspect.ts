/** The page that inspects manifests: the element does it; the fragment of the address keeps what it inspects. */
import 'latchkey/cdn';

interface Inspector extends HTMLElement {
  src: string;
  text: string;
}

const inspector = document.querySelector<Inspector>('latch-manifest-inspector')!;
const permalink = document.querySelector<HTMLAnchorElement>('[data-permalink]')!;

inspector.addEventListener('latch-manifest-inspected', () => {
  permalink.href = `#${new URLSearchParams({ manifest: inspector.text }).toString()}`;
  permalink.hidden = inspector.text === '';
});
addEventListener('hashchange', show);
show();

function show(): void {
  const query = new URLSearchParams(location.hash.slice(1));
  const manifest = query.get('manifest');
  const src = query.get('src');
  if (manifest !== null) inspector.text = manifest;
  else if (src) inspector.src = src;
}
