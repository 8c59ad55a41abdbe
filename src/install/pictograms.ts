import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { InstallStep } from './instructions.js';

/** Outlines within 20 by 20. */
const drawings = {
  share: 'M7 8H5v9h10V8h-2M10 12V2M7 5l3-3 3 3',
  add: 'M4 4h12v12H4ZM10 7v6M7 10h6',
  dots: 'M10 4v.01M10 10v.01M10 16v.01',
  window: 'M2 4h16v12H2ZM2 8h16',
  open: 'M9 4H3v13h13v-6M12 3h5v5M17 3l-8 8',
  phone: 'M6 2h8v16H6ZM9 15.5h2',
  dock: 'M2 3h16v14H2ZM5 14h3M12 14h3M10 5v5M8 8l2 2 2-2',
  bar: 'M2 3h16v14H2ZM2 14h16M5 15.5h2M10 6v4M8 8h4',
  done: 'M3 10.5l4.5 4.5L17 5',
  update: 'M16 7a7 7 0 1 0 1 3M17 3v4h-4',
  download: 'M10 3v9M6.5 9l3.5 3.5L13.5 9M4 16h12',
  on: 'M6 5h8a5 5 0 0 1 0 10H6A5 5 0 0 1 6 5ZM14 8a2 2 0 1 0 .01 0Z',
} as const;

const drawingOf: Record<InstallStep, keyof typeof drawings> = {
  'app-menu': 'dots',
  'open-in-browser': 'open',
  'install-there': 'download',
  'open-in-safari': 'open',
  'update-safari': 'update',
  share: 'share',
  'add-to-home-screen': 'add',
  'open-as-web-app': 'on',
  'file-menu': 'window',
  'add-to-dock': 'dock',
  'confirm-add': 'done',
  menu: 'dots',
  'firefox-install': 'phone',
  'taskbar-icon': 'bar',
  'confirm-save': 'done',
  'samsung-add': 'add',
  'home-screen': 'phone',
  'android-install': 'phone',
  'edge-apps': 'window',
  'edge-install': 'download',
  'chrome-install': 'download',
  'confirm-install': 'done',
  'any-install': 'download',
  'other-browser': 'open',
};

/** A drawing of what to look for in a step. */
export function stepPictogram(step: InstallStep): TemplateResult {
  const name = drawingOf[step];
  return html`<!----><svg part="icon" class=${name} viewBox="0 0 20 20" aria-hidden="true"><path d=${drawings[name]} /></svg>`;
}
