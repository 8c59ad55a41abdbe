/**
 * Whether the page runs as an installed app, in its own window. A DOM that tests simulate may have no media queries.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#the-display-mode-media-feature Web App Manifest, display-mode}
 */
export function isRunningInstalled(): boolean {
  // WebKit on phones and tablets, where display-mode was late.
  if ((navigator as { standalone?: boolean }).standalone === true) return true;
  if (
    ['standalone', 'minimal-ui', 'window-controls-overlay', 'tabbed', 'unframed'].some(
      (mode) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches,
    )
  )
    return true;
  // A browser in full screen also matches: by F11, which needs a keyboard, or because a page has requested it.
  return globalThis.matchMedia?.('(display-mode: fullscreen) and (hover: none)').matches && !document.fullscreenElement;
}

/**
 * By what no other engine has: `navigator.standalone` on phones and tablets, events of gestures everywhere. What
 * browsers call themselves is not to be relied on.
 */
export function isWebKit(): boolean {
  return 'standalone' in navigator || 'GestureEvent' in globalThis;
}
