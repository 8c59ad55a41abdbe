import { isEmbedded } from '../../base/browser/embedding.js';
import { isRunningInstalled, isWebKit } from '../../base/browser/installed-app.js';

/**
 * How the user signs in at the provider: in the same window, in a separate window, or in another browser while the app
 * waits.
 */
export type FlowMode = 'redirect' | 'popup' | 'handoff';

/** What the choice of the mode depends on. */
export interface FlowSurroundings {
  /** Whether a page of another origin shows the app in a frame. */
  readonly isEmbedded: boolean;
  /** Whether the page runs as an installed app. */
  readonly isInstalled: boolean;
  readonly isWebKit: boolean;
  /** The maximum number of touch points: no Mac has a touch screen, and an iPad may identify itself as a Mac. */
  readonly touchPoints: number;
}

/**
 * Chooses the way that brings the user back signed in. Tabs and the installed apps of Chromium and Gecko keep a visit
 * to the provider in their window. An app in the Dock opens links to elsewhere in the browser, whose cookies are not
 * its own, but keeps a popup. A Home Screen app keeps neither, so that it is handed the session. Inside a frame only a
 * popup gets there: providers do not let themselves be framed.
 *
 * @param surroundings Defaults to those of the page.
 */
export function chooseMode(surroundings: FlowSurroundings = readSurroundings()): FlowMode {
  if (surroundings.isEmbedded) return 'popup';
  if (!surroundings.isInstalled || !surroundings.isWebKit) return 'redirect';
  return surroundings.touchPoints > 1 ? 'handoff' : 'popup';
}

function readSurroundings(): FlowSurroundings {
  return {
    isEmbedded: isEmbedded(),
    isInstalled: isRunningInstalled(),
    isWebKit: isWebKit(),
    touchPoints: navigator.maxTouchPoints,
  };
}
