/** What a page can read about the browser that matters to installation. */
export interface Surroundings {
  /** `navigator.userAgent`. */
  readonly userAgent: string;
  /** Brands from UA Client Hints; empty if there are none. */
  readonly brands: readonly string[];
  /** The maximum number of touch points. */
  readonly touchPoints: number;
  /** Whether there is `onbeforeinstallprompt`: the browser can install apps by a dialog. */
  readonly hasPrompts: boolean;
  /** Whether there is `navigator.standalone`: WebKit on a phone or tablet, in any browser. */
  readonly hasStandalone: boolean;
  /** Whether CSS has anchor positioning, as WebKit has since version 26, which user agents do not tell. */
  readonly hasAnchors: boolean;
}

/** Reads the surroundings of this page. */
export function readSurroundings(): Surroundings {
  const { userAgent, maxTouchPoints, userAgentData } = navigator as Navigator & {
    userAgentData?: { brands: readonly { brand: string }[] };
  };
  return {
    userAgent,
    brands: userAgentData?.brands.map(({ brand }) => brand) ?? [],
    touchPoints: maxTouchPoints,
    hasPrompts: 'onbeforeinstallprompt' in globalThis,
    hasStandalone: 'standalone' in navigator,
    hasAnchors: 'CSS' in globalThis && CSS.supports('anchor-name', '--a'),
  };
}
