import { categories, preference, relatedApplications, screenshots } from './members/store-listing.js';
import { color, darkColors } from './members/colors.js';
import { display, displayOverride, orientation, tabStrip } from './members/display.js';
import { fileHandlers, launchHandler, protocolHandlers } from './members/handlers.js';
import { icons } from './members/images.js';
import { localizedImages, localizedTexts } from './members/localized.js';
import { migrateFrom, migrateTo } from './members/migration.js';
import { appName, description, direction, language } from './members/names.js';
import { scopeExtensions } from './members/scope-extensions.js';
import { shareTarget } from './members/share-target.js';
import { shortcuts } from './members/shortcuts.js';
import { lockScreen, noteTaking, serviceWorker, sidePanel, translations, widgets } from './members/vendor-members.js';
import { text, type Rule } from './rules.js';
import type { Engine } from './engine.js';

/** One member of a manifest. */
export interface Member {
  /** The engines whose parser reads it; `spec` stands for any specification or proposal. */
  readers: readonly Engine[];
  /** Where it is defined. */
  spec: string;
  /** How it is read; undefined for those that all others need first. */
  rule: Rule<unknown> | undefined;
}

const everyone: readonly Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];
const chromium: readonly Engine[] = ['spec', 'chromium'];
const chromiumAndWebKit: readonly Engine[] = ['spec', 'chromium', 'webkit'];
const noEngine: readonly Engine[] = ['spec'];

const manifest = 'https://www.w3.org/TR/appmanifest/#*-member';
const information = 'https://www.w3.org/TR/manifest-app-info/#*-member';
const incubations = 'https://wicg.github.io/manifest-incubations/#*-member';
const mdn = 'https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference/*';
const parser =
  'https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc';
const edge = 'https://learn.microsoft.com/en-us/microsoft-edge/progressive-web-apps/';

/**
 * Every member that some specification or engine defines. Readers are those of the parsers as published:
 * {@link https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc Chromium},
 * {@link https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applicationmanifest/ApplicationManifestParser.cpp WebKit},
 * {@link https://searchfox.org/mozilla-central/source/dom/manifest/ManifestProcessor.sys.mjs Gecko}.
 */
export const members: ReadonlyMap<string, Member> = new Map([
  ...define(everyone, manifest, {
    id: undefined,
    start_url: undefined,
    scope: undefined,
    name: appName,
    short_name: appName,
  }),
  ...define(everyone, manifest, {
    display,
    icons,
    theme_color: color,
    background_color: color,
    orientation,
    lang: language,
    dir: direction,
  }),
  ...define(chromiumAndWebKit, manifest, { shortcuts }),
  ...define(chromium, manifest, {
    name_localized: localizedTexts,
    short_name_localized: localizedTexts,
    description_localized: localizedTexts,
    icons_localized: localizedImages,
  }),
  ...define(noEngine, manifest, { color_scheme_dark: darkColors }),
  ...define(chromiumAndWebKit, information, { description }),
  ...define(chromium, information, { screenshots }),
  ...define(['spec', 'webkit'], information, { categories }),
  ...define(noEngine, information, { iarc_rating_id: text }),
  ...define(chromium, incubations, {
    display_override: displayOverride,
    note_taking: noteTaking,
    protocol_handlers: protocolHandlers,
    file_handlers: fileHandlers,
    tab_strip: tabStrip,
    lock_screen: lockScreen,
  }),
  ...define(chromium, 'https://w3c.github.io/web-share-target/#*-member', { share_target: shareTarget }),
  ...define(chromium, 'https://wicg.github.io/web-app-launch/#*-member', { launch_handler: launchHandler }),
  ...define(chromium, mdn, {
    related_applications: relatedApplications,
    prefer_related_applications: preference,
    scope_extensions: scopeExtensions,
  }),
  ...define(chromium, parser, {
    migrate_from: migrateFrom,
    migrate_to: migrateTo,
    permissions_policy: undefined,
    gcm_sender_id: text,
  }),
  ...define(noEngine, mdn, { serviceworker: serviceWorker }),
  ...define(noEngine, parser, { translations }),
  ...define(noEngine, edge, { edge_side_panel: sidePanel, widgets }),
  ...define(noEngine, 'https://github.com/WICG/pwa-url-handler/blob/main/handle_links/explainer.md', {
    handle_links: text,
  }),
]);

/** Obsolete members. */
export const obsoleteMembers: readonly string[] = ['gcm_sender_id', 'translations'];

/** Members of trials that have ended, and what took their place. */
export const supersededMembers: Readonly<Record<string, string>> = {
  url_handlers: 'scope_extensions',
  capture_links: 'launch_handler',
};

/** Who uses the members that mean nothing to an installed app. */
export const fewUsers: Readonly<Record<string, string>> = {
  iarc_rating_id: 'a store or a packaging tool',
  serviceworker: 'a payment handler that is installed just in time',
  widgets: 'the widgets board of Edge on Windows',
  edge_side_panel: 'the side panel of Edge, which is being removed,',
  lock_screen: 'a trial of Chromium',
};

/** Members of one document, in whose link an asterisk stands for their names. */
function define(
  readers: readonly Engine[],
  link: string,
  rules: Record<string, Rule<unknown> | undefined>,
): Array<[string, Member]> {
  return Object.entries(rules).map(([name, rule]) => [name, { readers, spec: link.replace('*', name), rule }]);
}
