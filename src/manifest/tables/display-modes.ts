import type { DisplayMode, DisplayOverride } from '../types.js';

/**
 * @see {@link https://www.w3.org/TR/appmanifest/#dfn-display-modes-list Web Application Manifest, display modes list};
 * each falls back to the next.
 */
export const displayModes: readonly DisplayMode[] = ['fullscreen', 'standalone', 'minimal-ui', 'browser'];

/**
 * What `display_override` takes besides. @see {@link
 * https://wicg.github.io/manifest-incubations/#display_override-member Manifest Incubations, display_override}
 */
export const overrideModes: readonly DisplayOverride[] = [
  ...displayModes,
  'window-controls-overlay',
  'tabbed',
  'unframed',
];
