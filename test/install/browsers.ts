import type { Surroundings } from '../../src/install/surroundings.js';

/** A browser as it shows itself to a page, and the way in which it installs apps. */
export interface Browser extends Partial<Surroundings> {
  name: string;
  userAgent: string;
  way: string;
  engine: 'chromium' | 'webkit' | 'gecko';
  platform: 'desktop' | 'mobile';
}

const ios = (system: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const mac = (rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const android = (rest: string, device = '10; K') =>
  `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const windows = (rest: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const firefox = (system: string, version: string) =>
  `Mozilla/5.0 (${system}; rv:${version}) Gecko/20100101 Firefox/${version}`;
const chrome = 'Chrome/150.0.0.0 Safari/537.36';
const mobileChrome = 'Chrome/150.0.0.0 Mobile Safari/537.36';

const phone = { hasStandalone: true, touchPoints: 5, engine: 'webkit', platform: 'mobile' } as const;
const onAndroid = { touchPoints: 5, hasPrompts: true, engine: 'chromium', platform: 'mobile' } as const;
const onDesktop = { hasPrompts: true, engine: 'chromium', platform: 'desktop' } as const;
const gecko = { engine: 'gecko', platform: 'desktop' } as const;

/** Browsers of which we know what their menus look like, and some that must not be mistaken for them. */
export const browsers: readonly Browser[] = [
  {
    ...phone,
    name: 'Safari 18 on iPhone',
    userAgent: ios('18_5', 'Version/18.5 Mobile/15E148 Safari/604.1'),
    way: 'ios-safari',
  },
  {
    ...phone,
    name: 'Safari 15 on iPhone',
    userAgent: ios('15_8', 'Version/15.6 Mobile/15E148 Safari/604.1'),
    way: 'ios-safari',
  },
  {
    ...phone,
    name: 'Safari 26 on iPhone, which calls its system 18',
    userAgent: ios('18_6', 'Version/26.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-safari-switch',
  },
  {
    ...phone,
    name: 'Safari 26 on iPad, which calls itself a Mac',
    userAgent: mac('Version/26.0 Safari/605.1.15'),
    way: 'ios-safari-switch',
  },
  {
    ...phone,
    name: 'Safari 17 on iPad, which calls itself a Mac',
    userAgent: mac('Version/17.4 Safari/605.1.15'),
    way: 'ios-safari',
  },
  {
    ...phone,
    name: 'Safari on iPad without navigator.standalone, by its touch screen',
    userAgent: mac('Version/17.4 Safari/605.1.15'),
    hasStandalone: false,
    way: 'ios-safari',
  },
  {
    ...phone,
    name: 'Safari on iPad that asks for mobile pages',
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    way: 'ios-safari',
  },
  {
    ...phone,
    name: 'Chrome on iPhone',
    userAgent: ios('18_5', 'CriOS/150.0.7000.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Chrome on iPad, which calls itself a Mac',
    userAgent: mac('CriOS/150 Version/11.1.1 Safari/605.1.15'),
    way: 'ios-browser',
  },
  {
    ...phone,
    hasAnchors: true,
    name: 'Chrome on iOS 26',
    userAgent: ios('26_0', 'CriOS/150.0.7000.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser-switch',
  },
  {
    ...phone,
    hasAnchors: true,
    name: 'Firefox on iOS 26, which calls its system 18',
    userAgent: ios('18_7', 'FxiOS/145.0 Mobile/15E148 Safari/605.1.15'),
    way: 'ios-browser-switch',
  },
  {
    ...phone,
    hasAnchors: true,
    name: 'Edge on iPadOS 26, which calls itself a Mac',
    userAgent: mac('Version/18.0 EdgiOS/144.0.0.0 Safari/605.1.15'),
    way: 'ios-browser-switch',
  },
  {
    ...phone,
    name: 'Firefox on iPhone',
    userAgent: ios('18_5', 'FxiOS/145.0 Mobile/15E148 Safari/605.1.15'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Edge on iPhone',
    userAgent: ios('18_5', 'Version/18.0 EdgiOS/144.0.0.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Opera on iPhone',
    userAgent: ios('18_5', 'Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.3'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'DuckDuckGo on iPhone',
    userAgent: ios('18_5', 'Version/18.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15 Ddg/18.5'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Chrome on iOS 16.4',
    userAgent: ios('16_4', 'CriOS/120.0.0.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Chrome on iOS 16.3.1',
    userAgent: ios('16_3_1', 'CriOS/120.0.0.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser-old',
  },
  {
    ...phone,
    name: 'Chrome on iOS 9.3',
    userAgent: ios('9_3', 'CriOS/71.0.0.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser-old',
  },
  {
    ...phone,
    name: 'Facebook on iPhone',
    userAgent: ios('18_5', 'Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0]'),
    way: 'in-app',
  },
  { ...phone, name: 'Instagram on iPhone', userAgent: ios('18_5', 'Mobile/15E148 Instagram 330.0.0'), way: 'in-app' },
  {
    ...phone,
    name: 'the search app of Google on iPhone',
    userAgent: ios('18_5', 'GSA/350.0 Mobile/15E148 Safari/604.1'),
    way: 'in-app',
  },
  {
    ...phone,
    name: 'an app on iPhone that does not give its name',
    userAgent: ios('18_5', 'Mobile/15E148'),
    way: 'in-app',
  },
  { ...phone, name: 'LINE on iPhone', userAgent: ios('18_5', 'Mobile/15E148 Safari Line/15.1.0'), way: 'in-app' },
  {
    ...phone,
    name: 'WeChat on iPhone',
    userAgent: ios('18_5', 'Mobile/15E148 MicroMessenger/8.0.50(0x18003237) NetType/WIFI Language/en'),
    way: 'in-app',
  },
  {
    ...phone,
    name: 'TikTok on iPhone',
    userAgent: ios(
      '18_5',
      'Mobile/15E148 musical_ly_38.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/DE',
    ),
    way: 'in-app',
  },
  {
    ...phone,
    name: 'Snapchat on iPhone',
    userAgent: ios('18_5', 'Version/18.5 Mobile/15E148 Safari/604.1 Snapchat/13.20.0.41 (like Safari/8620.2.4, panda)'),
    way: 'in-app',
  },
  { ...phone, name: 'LinkedIn on iPhone', userAgent: ios('18_5', 'Mobile/15E148 [LinkedInApp]/9.31.1'), way: 'in-app' },
  { ...phone, name: 'X on iPhone', userAgent: ios('18_5', 'Mobile/15E148 Twitter for iPhone/11.2'), way: 'in-app' },
  { ...phone, name: 'Pinterest on iPhone', userAgent: ios('18_5', 'Mobile/15E148 [Pinterest/iOS]'), way: 'in-app' },
  {
    ...phone,
    name: 'an app on iPad that does not give its name, and calls itself a Mac',
    userAgent: mac('').trim(),
    way: 'in-app',
  },
  {
    ...phone,
    name: 'Firefox on iPad, which calls itself a Mac',
    userAgent: mac('FxiOS/145.0 Safari/605.1.15'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Edge on iPad, which calls itself a Mac',
    userAgent: mac('Version/18.0 EdgiOS/144.0.0.0 Safari/605.1.15'),
    way: 'ios-browser',
  },
  {
    ...phone,
    name: 'Firefox on iOS 16.3',
    userAgent: ios('16_3', 'FxiOS/110.0 Mobile/15E148 Safari/605.1.15'),
    way: 'ios-browser-old',
  },
  {
    ...phone,
    name: 'Edge on iOS 16.4',
    userAgent: ios('16_4', 'Version/16.0 EdgiOS/111.0.0.0 Mobile/15E148 Safari/604.1'),
    way: 'ios-browser',
  },
  {
    engine: 'webkit',
    platform: 'desktop',
    name: 'Safari 26 on a Mac',
    userAgent: mac('Version/26.0 Safari/605.1.15'),
    way: 'mac-safari',
  },
  {
    engine: 'webkit',
    platform: 'desktop',
    name: 'Safari 17 on a Mac',
    userAgent: mac('Version/17.0 Safari/605.1.15'),
    way: 'mac-safari',
  },
  {
    engine: 'webkit',
    platform: 'desktop',
    name: 'Safari 16.6 on a Mac',
    userAgent: mac('Version/16.6 Safari/605.1.15'),
    way: 'mac-safari-old',
  },
  {
    ...onDesktop,
    name: 'DuckDuckGo on a Mac, which is built on WebKit',
    userAgent: mac('Version/17.5 Safari/605.1.15 Ddg/17.5'),
    hasPrompts: false,
    way: 'other',
  },
  {
    ...gecko,
    name: 'Firefox on Android',
    userAgent: firefox('Android 15; Mobile', '145.0'),
    touchPoints: 5,
    platform: 'mobile',
    way: 'firefox-android',
  },
  {
    ...gecko,
    name: 'Firefox 143 on Windows',
    userAgent: firefox('Windows NT 10.0; Win64; x64', '143.0'),
    way: 'firefox-windows',
  },
  {
    ...gecko,
    name: 'Firefox 142 on Windows',
    userAgent: firefox('Windows NT 10.0; Win64; x64', '142.0'),
    way: 'firefox',
  },
  {
    ...gecko,
    name: 'Firefox on a Mac',
    userAgent: firefox('Macintosh; Intel Mac OS X 10.15', '150.0'),
    way: 'firefox',
  },
  { ...gecko, name: 'Firefox on Linux', userAgent: firefox('X11; Linux x86_64', '150.0'), way: 'firefox' },
  {
    ...onAndroid,
    name: 'Samsung Internet',
    userAgent: android('SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'),
    way: 'samsung',
  },
  {
    ...onAndroid,
    name: 'Samsung Internet by its Client Hints',
    userAgent: android(mobileChrome),
    brands: ['Chromium', 'Samsung Internet'],
    way: 'samsung',
  },
  {
    ...onAndroid,
    name: 'Chrome on Android',
    userAgent: android(mobileChrome),
    brands: ['Chromium', 'Google Chrome'],
    way: 'chromium-android',
  },
  {
    ...onAndroid,
    name: 'Edge on Android',
    userAgent: android(`${mobileChrome} EdgA/150.0.0.0`),
    brands: ['Chromium', 'Microsoft Edge'],
    way: 'chromium-android',
  },
  {
    ...onAndroid,
    name: 'an Android WebView',
    userAgent: android(`Version/4.0 ${mobileChrome}`, '15; Pixel 9 Build/AP3A; wv'),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'Facebook on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} [FB_IAB/FB4A;FBAV/450.0;]`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'WeChat on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} MicroMessenger/8.0.50`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'TikTok on Android',
    userAgent: android(`${mobileChrome} musical_ly_2023 BytedanceWebview/d8a21c6`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'Instagram on Android',
    userAgent: android(
      `Version/4.0 ${mobileChrome} Instagram 360.0.0.0 Android (35/15; 420dpi)`,
      '15; Pixel 9 Build/AP3A; wv',
    ),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'LINE on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} Line/15.1.0/IAB`, '15; Pixel 9 Build/AP3A; wv'),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'TikTok on Android in other countries',
    userAgent: android(`Version/4.0 ${mobileChrome} trill_380103 JsSdk/1.0 NetType/WIFI AppName/trill`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'Snapchat on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} Snapchat/13.20.0.41 (Pixel 9; Android 15)`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'LinkedIn on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} [LinkedInApp]`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'X on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} TwitterAndroid`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'Telegram on Android',
    userAgent: android(`Version/4.0 ${mobileChrome} Telegram-Android/11.9.0 (Google Pixel 9; Android 15)`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'an app on Android that does not say that it is one, by the version of its WebView',
    userAgent: android(`Version/4.0 ${mobileChrome}`),
    hasPrompts: false,
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'DuckDuckGo on Android, which is built on a WebView',
    userAgent: android('Version/4.0 Chrome/150.0.0.0 Mobile DuckDuckGo/5 Safari/537.36'),
    hasPrompts: false,
    way: 'other',
  },
  {
    ...onDesktop,
    name: 'WeChat on Windows',
    userAgent: windows(`${chrome} NetType/WIFI MicroMessenger/7.0.20 WindowsWechat`),
    way: 'in-app',
  },
  {
    ...onAndroid,
    name: 'an Android browser that installs nothing',
    userAgent: android(mobileChrome),
    hasPrompts: false,
    way: 'other',
  },
  {
    ...onDesktop,
    name: 'Chrome on Windows',
    userAgent: windows(chrome),
    brands: ['Chromium', 'Google Chrome'],
    way: 'chrome',
  },
  {
    ...onDesktop,
    name: 'Chrome on a Mac',
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`,
    way: 'chrome',
  },
  { ...onDesktop, name: 'Chrome on a Windows tablet', userAgent: windows(chrome), touchPoints: 10, way: 'chrome' },
  {
    ...onDesktop,
    name: 'Edge on Windows',
    userAgent: windows(`${chrome} Edg/150.0.0.0`),
    brands: ['Chromium', 'Microsoft Edge'],
    way: 'edge',
  },
  {
    ...onDesktop,
    name: 'Edge by its Client Hints',
    userAgent: windows(chrome),
    brands: ['Chromium', 'Microsoft Edge'],
    way: 'edge',
  },
  {
    ...onDesktop,
    name: 'Opera on Windows',
    userAgent: windows(`${chrome} OPR/130.0.0.0`),
    brands: ['Chromium', 'Opera'],
    way: 'chromium',
  },
  {
    ...onDesktop,
    name: 'a browser with another name that has prompts',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Ladder/1.0',
    way: 'chromium',
  },
  {
    ...onDesktop,
    name: 'Electron',
    userAgent: windows('Chat/4.40.0 Chrome/150.0.0.0 Electron/40.0.0 Safari/537.36'),
    way: 'in-app',
  },
  {
    ...onDesktop,
    name: 'GNOME Web',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    hasPrompts: false,
    way: 'other',
  },
  { ...onDesktop, name: 'a browser that says nothing of itself', userAgent: '', hasPrompts: false, way: 'other' },
];
