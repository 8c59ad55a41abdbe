import type { InstallStep } from '../../install/instructions.js';

/** What `latch-install-button` says. */
export const install = {
  button: 'Install app',
  asking: 'Continue in the dialog.',
  guiding: '',
  done: 'Installing the app…',
  cancelled: 'The app was not installed.',
};

/** What its dialog says besides the steps. */
export const installGuide = {
  title: 'Install this app',
  about: 'Follow these steps to install:',
  otherBrowser: 'This browser can’t install apps.',
  problems: 'The browser doesn’t offer to install this app, because:',
  network: 'The manifest of this page could not be loaded.',
  bad_response: 'The server doesn’t provide the manifest of this page.',
  close: 'Close',
};

/** What a person has to do, in the words of the browsers' own menus. */
export const installSteps: Record<InstallStep, string> = {
  'app-menu': 'Open the menu of the app you’re in: ••• or ⋮.',
  'open-in-browser': 'Choose “Open in browser”.',
  'install-there': 'Install it from there.',
  'open-in-safari': 'Open this page in Safari.',
  'update-safari': 'Update to Safari 17 or later, on macOS Sonoma or later. Or open this page in Chrome or Edge.',
  share: 'Choose Share. If you don’t see it, look in the ••• menu.',
  'add-to-home-screen': 'Scroll down and choose “Add to Home Screen”.',
  'open-as-web-app': 'Leave “Open as Web App” turned on.',
  'file-menu': 'Open “File” in the menu bar.',
  'add-to-dock': 'Choose “Add to Dock…”. It needs macOS Sonoma or later.',
  'confirm-add': 'Choose “Add”.',
  menu: 'Open the browser menu.',
  'firefox-install': 'Choose “Install” or “Add to Home screen”.',
  'taskbar-icon': 'Choose “Add tab to taskbar” at the end of the address bar.',
  'confirm-save': 'Choose “Save”.',
  'samsung-add': 'Choose “Add page to”.',
  'home-screen': 'Choose “Home screen”.',
  'android-install': 'Choose “Add to Home screen” or “Install app”.',
  'edge-apps': 'Choose “More tools”, then “Apps”.',
  'edge-install': 'Choose “Install this site as an app”.',
  'chrome-install': 'Choose “Install page as app…”. It may be under “Cast, save, and share”.',
  'confirm-install': 'Choose “Install”.',
  'any-install': 'Look for “Install” or “Add to Home screen”, and choose it.',
  'other-browser': 'Open this page in a browser that can install apps, such as Chrome, Edge or Safari.',
};
