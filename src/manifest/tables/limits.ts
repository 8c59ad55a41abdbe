/**
 * Numbers beyond which an engine stops, drops or warns.
 *
 * @see {@link https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc Chromium's manifest parser}
 * @see {@link https://source.chromium.org/chromium/chromium/src/+/main:components/webapps/browser/installable/ Chromium's installability checks}
 * @see {@link https://developer.chrome.com/docs/capabilities/web-apis/richer-install-ui Richer install UI, for screenshots}
 */
export const limits = {
  /** Chromium reads no further entries of `shortcuts`. */
  shortcuts: 10,
  /** Android shows no more of them. */
  shortcutsOnAndroid: 4,
  /** Chromium reads no further entries of `scope_extensions`. */
  scopeExtensions: 10,
  /** UTF-16 code units of one origin in `scope_extensions`. */
  originLength: 2000,
  /** Code units of one file extension, by the specification. */
  extensionLength: 16,
  /** File extensions of all file handlers together, in Chromium. */
  extensions: 300,
  /** Values within one another, in Chromium. */
  nesting: 1000,
  /** Bytes below which Chromium takes a text for empty. */
  leastBytes: 3,
  /** Pixels of an icon that makes the app installable in Chromium; at most, on desktop. */
  leastIcon: 144,
  mostIcon: 1024,
  /** Screenshots that Chromium looks at; beyond the second number its developer tools warn on mobile. */
  screenshots: 8,
  screenshotsOnMobile: 5,
  /** Pixels of each side of a screenshot, and how much longer the long side may be. */
  leastScreenshot: 320,
  mostScreenshot: 3840,
  screenshotRatio: 2.3,
} as const;
