import { readSurroundings, type Surroundings } from './surroundings.js';

/** One thing to do, in the words of the browser that it is to be done in. */
export type InstallStep =
  | 'app-menu'
  | 'open-in-browser'
  | 'install-there'
  | 'open-in-safari'
  | 'update-safari'
  | 'share'
  | 'add-to-home-screen'
  | 'open-as-web-app'
  | 'file-menu'
  | 'add-to-dock'
  | 'confirm-add'
  | 'menu'
  | 'firefox-install'
  | 'taskbar-icon'
  | 'confirm-save'
  | 'samsung-add'
  | 'home-screen'
  | 'android-install'
  | 'edge-apps'
  | 'edge-install'
  | 'chrome-install'
  | 'confirm-install'
  | 'any-install'
  | 'other-browser';

/** How an app gets installed in one browser. */
export interface InstallInstructions {
  /** Stable name of the way, such as `ios-safari`. */
  readonly way: string;
  /** What to do, in this order. */
  readonly steps: readonly InstallStep[];
  /** Whose rules decide about installation here. */
  readonly engine: 'chromium' | 'webkit' | 'gecko';
  readonly platform: 'desktop' | 'mobile';
  /** Whether the browser would offer a dialog if only it found the app fit to be installed. */
  readonly expectsPrompt: boolean;
}

interface Rule {
  readonly way: string;
  readonly steps: readonly InstallStep[];
  applies(browser: Surroundings): boolean;
}

/** By its name; on an iPad Safari calls itself a Mac, but no Mac has a touch screen. */
function isIos({ userAgent, hasStandalone, touchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && (hasStandalone || touchPoints > 1));
}

/**
 * By its name, and the absence of other names: features do not distinguish Safari on a Mac from other browsers with
 * WebKit.
 */
function isMacSafari({ userAgent }: Surroundings): boolean {
  return /Macintosh.*Version\/.*Safari\//.test(userAgent) && !/Ddg\/|Chrom(e|ium)\//.test(userAgent);
}

function isAndroid({ userAgent }: Surroundings): boolean {
  return /Android/.test(userAgent);
}

/** Apps may remove the mark `wv`, but the version stays. DuckDuckGo is a browser, built on a WebView. */
function isAndroidWebView({ userAgent }: Surroundings): boolean {
  return /Android.*(; wv\)|Version\/\S+ Chrome\/)/.test(userAgent) && !/DuckDuckGo|Ddg\//.test(userAgent);
}

function isFirefox({ userAgent }: Surroundings): boolean {
  return /Firefox\//.test(userAgent) && !/Seamonkey/.test(userAgent);
}

/**
 * Whether a browser is sold under this name. Client Hints come first: a user agent that was shortened for privacy keeps
 * silent.
 */
function isSoldAs({ brands, userAgent }: Surroundings, brand: string, token: RegExp): boolean {
  return brands.includes(brand) || token.test(userAgent);
}

/** The version that follows `name`, such as 16.4 of `OS 16_4_1`. Infinity if none does. */
function versionAfter(name: string, { userAgent }: Surroundings): number {
  const [, major, minor = '0'] = new RegExp(`${name}(\\d+)(?:[._](\\d+))?`).exec(userAgent) ?? [];
  return major === undefined ? Infinity : Number(`${major}.${minor}`);
}

/**
 * Apps that open links in their own window, from which nothing can be installed. Only the names in their user agents
 * identify them.
 */
const inAppBrowsers =
  /\bFB(AN|AV|_IAB|IOS)\b|Instagram|Messenger|\bLine\/|MicroMessenger|musical_ly|trill_|BytedanceWebview|TikTok|Snapchat|Pinterest\/|LinkedInApp|Twitter for|TwitterAndroid|\bGSA\/|KAKAOTALK|NAVER\(inapp|Electron\//;

/** What browsers on iOS that are not Safari call themselves. All are built on WebKit. */
const iosBrowsers =
  /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|OPX\/|DuckDuckGo|Ddg\/|Brave\/|Focus\/|Klar\/|YaBrowser|Vivaldi|UCBrowser/;

/** The first rule that applies counts: what is most particular stands first. */
const rules: readonly Rule[] = [
  {
    // A WebView has no menu to install from. On Android its user agent has a second version beside that of Chromium; on
    // iOS it lacks the name Safari, which every browser there has.
    way: 'in-app',
    applies: (browser) =>
      inAppBrowsers.test(browser.userAgent) ||
      isAndroidWebView(browser) ||
      (isIos(browser) && !/Safari\//.test(browser.userAgent)),
    steps: ['app-menu', 'open-in-browser', 'install-there'],
  },
  {
    // Before iOS 16.4 the share sheet of other browsers had no "Add to Home Screen".
    way: 'ios-browser-old',
    applies: (browser) => isIos(browser) && iosBrowsers.test(browser.userAgent) && versionAfter(' OS ', browser) < 16.4,
    steps: ['open-in-safari', 'share', 'add-to-home-screen', 'confirm-add'],
  },
  {
    // Since iOS 26 a switch decides whether the app opens in its own window.
    way: 'ios-browser-switch',
    applies: (browser) => isIos(browser) && iosBrowsers.test(browser.userAgent) && browser.hasAnchors,
    steps: ['share', 'add-to-home-screen', 'open-as-web-app', 'confirm-add'],
  },
  {
    // WebKit has no event and no method: the share sheet is the only way. Each browser has its button elsewhere.
    way: 'ios-browser',
    applies: (browser) => isIos(browser) && iosBrowsers.test(browser.userAgent),
    steps: ['share', 'add-to-home-screen', 'confirm-add'],
  },
  {
    // The same switch.
    way: 'ios-safari-switch',
    applies: (browser) =>
      isIos(browser) && /Version\//.test(browser.userAgent) && versionAfter('Version/', browser) >= 26,
    steps: ['share', 'add-to-home-screen', 'open-as-web-app', 'confirm-add'],
  },
  { way: 'ios-safari', applies: isIos, steps: ['share', 'add-to-home-screen', 'confirm-add'] },
  {
    // Safari puts apps into the Dock since version 17, if it runs on macOS Sonoma; the user agent does not reveal that.
    way: 'mac-safari',
    applies: (browser) => isMacSafari(browser) && versionAfter('Version/', browser) >= 17,
    steps: ['file-menu', 'add-to-dock', 'confirm-add'],
  },
  { way: 'mac-safari-old', applies: isMacSafari, steps: ['update-safari'] },
  // Firefox for Android has no event either, and its menu says "Install" or "Add to Home screen", depending on the
  // manifest.
  {
    way: 'firefox-android',
    applies: (browser) => isFirefox(browser) && isAndroid(browser),
    steps: ['menu', 'firefox-install', 'confirm-add'],
  },
  {
    // Firefox for Windows pins any site to the taskbar since version 143.
    way: 'firefox-windows',
    applies: (browser) =>
      isFirefox(browser) && /Windows/.test(browser.userAgent) && versionAfter('Firefox/', browser) >= 143,
    steps: ['taskbar-icon', 'confirm-save'],
  },
  // Firefox elsewhere installs nothing.
  { way: 'firefox', applies: isFirefox, steps: ['other-browser'] },
  // Chromium without an event: the app cannot be installed, is installed already, or was refused just now. All have it
  // in the menu too, each in a different place.
  {
    way: 'samsung',
    applies: (browser) => isSoldAs(browser, 'Samsung Internet', /SamsungBrowser\//),
    steps: ['menu', 'samsung-add', 'home-screen', 'confirm-add'],
  },
  {
    way: 'chromium-android',
    applies: (browser) => isAndroid(browser) && browser.hasPrompts,
    steps: ['menu', 'android-install', 'confirm-install'],
  },
  {
    way: 'edge',
    applies: (browser) => isSoldAs(browser, 'Microsoft Edge', /\bEdg\//),
    steps: ['menu', 'edge-apps', 'edge-install', 'confirm-install'],
  },
  {
    // The browsers of other makers call themselves Chrome too, so that Chrome comes after them.
    way: 'chrome',
    applies: (browser) =>
      browser.hasPrompts &&
      isSoldAs(browser, 'Google Chrome', /\bChrome\//) &&
      !isSoldAs(browser, 'Opera', /\b(OPR|YaBrowser|Vivaldi|Whale)\//),
    steps: ['menu', 'chrome-install', 'confirm-install'],
  },
  { way: 'chromium', applies: ({ hasPrompts }) => hasPrompts, steps: ['menu', 'any-install', 'confirm-install'] },
  { way: 'other', applies: () => true, steps: ['other-browser'] },
];

/**
 * Returns the steps to install the app in this browser if the browser has no dialog for it. Browsers are identified by
 * features first, and by names only where features do not distinguish them.
 *
 * @param browser Defaults to the one that the page is in.
 */
export function instructionsFor(browser: Surroundings = readSurroundings()): InstallInstructions {
  const { way, steps } = rules.find(({ applies }) => applies(browser))!;
  const engine = isFirefox(browser) ? 'gecko' : isIos(browser) || isMacSafari(browser) ? 'webkit' : 'chromium';
  const platform = isIos(browser) || isAndroid(browser) ? 'mobile' : 'desktop';
  return { way, steps, engine, platform, expectsPrompt: browser.hasPrompts && way !== 'in-app' };
}
