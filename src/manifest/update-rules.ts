import type { Engine, Platform } from './engine.js';
import type { ProcessedManifest } from './types.js';

/** A member of a processed manifest. */
export type ManifestMember = keyof ProcessedManifest;

/**
 * What an installed app does about a member that changed. `reviewed`: nothing, until the user agrees. `measured`:
 * depends on how different the icon looks. `applied`: takes it over without a word. `alongside`: takes it over when
 * something else is applied.
 */
export type UpdateRule = 'reviewed' | 'measured' | 'applied' | 'alongside';

/** The rules of one browser, one for each member that its installed apps use. They do not use other members. */
type UpdateRules = Partial<Record<ManifestMember, UpdateRule>>;

const texts = ['name', 'short_name', 'name_localized', 'short_name_localized'] as const;
const icons = ['icons', 'icons_localized'] as const;

function rulesOf(lists: Partial<Record<UpdateRule, readonly ManifestMember[]>>): UpdateRules {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([rule, members]) => members.map((member) => [member, rule])),
  );
}

/**
 * Chromium 144 and later, on desktops and ChromeOS.
 * @see {@link https://web.dev/articles/manifest-updates How Chrome handles updates to the web app manifest}
 */
const chromiumDesktop = rulesOf({
  reviewed: texts,
  measured: icons,
  applied: [
    'start_url',
    'scope',
    'display',
    'display_override',
    'theme_color',
    'background_color',
    'shortcuts',
    'share_target',
    'file_handlers',
    'protocol_handlers',
    'launch_handler',
    'scope_extensions',
    'note_taking',
    'tab_strip',
    'related_applications',
    'edge_side_panel',
    'migrate_from',
    'migrate_to',
  ],
  alongside: ['description', 'dir', 'lang'],
});

/**
 * The package that Chromium has made for Android holds these and nothing else.
 * @see {@link https://web.dev/articles/webapks WebAPKs on Android}
 */
const chromiumMobile = rulesOf({
  reviewed: ['name', 'short_name'],
  measured: ['icons'],
  applied: [
    'start_url',
    'scope',
    'display',
    'display_override',
    'orientation',
    'theme_color',
    'background_color',
    'shortcuts',
    'share_target',
  ],
});

/**
 * Firefox for Android keeps the manifest of a shortcut up to date while its `start_url` stays the same.
 * @see {@link https://github.com/mozilla-mobile/firefox-android/tree/main/android-components/components/feature/pwa
 *   Android Components, feature-pwa}
 */
const geckoMobile = rulesOf({
  applied: [
    'name',
    'short_name',
    'icons',
    'scope',
    'display',
    'orientation',
    'theme_color',
    'background_color',
    'share_target',
    'related_applications',
    'prefer_related_applications',
    'description',
    'dir',
    'lang',
  ],
});

/**
 * The specification wants the user to have a say in how the app presents itself, and every other member to be applied
 * at once.
 * @see {@link https://www.w3.org/TR/appmanifest/ Web Application Manifest, updating the manifest}
 */
const spec = rulesOf({ reviewed: [...texts, ...icons] });

/** The rules of an engine, or none where nothing changes after installation: WebKit, and Gecko on desktops. */
export function findUpdateRules(engine: Engine, platform: Platform): UpdateRules | undefined {
  if (engine === 'spec') return spec;
  if (engine === 'chromium') return platform === 'mobile' ? chromiumMobile : chromiumDesktop;
  return engine === 'gecko' && platform === 'mobile' ? geckoMobile : undefined;
}

/** When an update comes, as a sentence. */
export function describeUpdateTime(engine: Engine, platform: Platform): string {
  if (engine === 'spec') return 'It is left to the browser when it looks for an update.';
  if (!findUpdateRules(engine, platform))
    return 'There are no updates; only removing the app and adding it again brings a change.';
  if (engine === 'gecko') return 'The browser looks for an update while the app is open.';
  if (platform === 'mobile')
    return 'The browser looks for an update when the app is launched, once a day at most; the new package may take hours.';
  return 'The browser (from Chromium 144 on) looks for an update when a page loads that links the manifest; icons change silently once a day at most.';
}
