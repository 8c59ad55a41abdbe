import { LatchManifestInspector } from '../manifest/inspector/latch-manifest-inspector.js';

if (!customElements.get('latch-manifest-inspector'))
  customElements.define('latch-manifest-inspector', LatchManifestInspector);

export { LatchManifestInspector };
