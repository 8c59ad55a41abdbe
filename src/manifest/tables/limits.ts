import type { Engine } from '../engine.js';

/**
 * Numbers beyond which an engine stops, drops or warns.
 *
 * @see {@link
 *   https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc
 *   Chromium's manifest parser}
 * @see {@link https://source.chromium.org/chromium/chromium/src/+/main:components/webapps/browser/installable/
 *   Chromium's installability checks}
 * @see {@link https://github.com/WebKit/WebKit/blob/main/Source/WTF/wtf/JSONValues.cpp WebKit's reader of JSON}
 * @see {@link https://developer.chrome.com/docs/capabilities/web-apis/richer-install-ui Richer install UI, for
 *   screenshots}
 */

/** Entries of `shortcuts` that Chromium reads. */
export const shortcuts = 10;
/** Entries of `shortcuts` that Android shows. */
export const shortcutsOnAndroid = 4;
/** Entries of `scope_extensions` that Chromium reads. */
export const scopeExtensions = 10;
/** UTF-16 code units of one origin in `scope_extensions`. */
export const originLength = 2000;
/** Code units of one file extension, by the specification. */
export const extensionLength = 16;
/** File extensions of all file handlers together, in Chromium. */
export const extensions = 300;
/** Values within one another. */
export const nesting: Partial<Record<Engine, number>> = { chromium: 1000, webkit: 1001 };
/** Bytes below which Chromium takes a text for empty. */
export const leastBytes = 3;
/** Pixels of an icon that makes the app installable in Chromium; at most, on desktop. */
export const leastIcon = 144;
export const mostIcon = 1024;
/** Icons that an installed app of Chromium keeps, each counted once for each of its purposes. */
export const keptIcons = 20;
/** Screenshots that Chromium looks at; beyond the second number its developer tools warn on mobile. */
export const screenshots = 8;
export const screenshotsOnMobile = 5;
/** Pixels of each side of a screenshot, and how much longer the long side may be. */
export const leastScreenshot = 320;
export const mostScreenshot = 3840;
export const screenshotRatio = 2.3;
