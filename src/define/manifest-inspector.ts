// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchManifestInspector } from '../manifest/inspector/latch-manifest-inspector.js';

if (!customElements.get('latch-manifest-inspector'))
  customElements.define('latch-manifest-inspector', LatchManifestInspector);

export { LatchManifestInspector };
