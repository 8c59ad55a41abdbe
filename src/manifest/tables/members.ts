import type { Engine } from '../types.js';

/** Who reads a member, and where it is defined. */
export interface MemberFacts {
  /** The engines whose parser looks at it; `spec` stands for whatever some specification or proposal says. */
  readers: readonly Engine[];
  spec: string;
}

const everyone: readonly Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];
const chromium: readonly Engine[] = ['spec', 'chromium'];
const nobody: readonly Engine[] = ['spec'];

const manifest = (name: string): string => `https://www.w3.org/TR/appmanifest/#${name}-member`;
const information = (name: string): string => `https://www.w3.org/TR/manifest-app-info/#${name}-member`;
const incubations = (name: string): string => `https://wicg.github.io/manifest-incubations/#${name}-member`;
const mdn = (name: string): string => `https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference/${name}`;
const parser = (): string => 'https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc';
const edge = (): string => 'https://learn.microsoft.com/en-us/microsoft-edge/progressive-web-apps/';

/**
 * Every member that some specification or engine defines. Readers are those of the parsers as published:
 * {@link https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/modules/manifest/manifest_parser.cc Chromium},
 * {@link https://github.com/WebKit/WebKit/blob/main/Source/WebCore/Modules/applicationmanifest/ApplicationManifestParser.cpp WebKit},
 * {@link https://searchfox.org/mozilla-central/source/dom/manifest/ManifestProcessor.sys.mjs Gecko}.
 */
export const memberFacts: ReadonlyMap<string, MemberFacts> = new Map([
  ...describe(everyone, manifest, 'name short_name id start_url scope display icons theme_color background_color orientation'),
  ...describe(['spec', 'chromium', 'webkit'], manifest, 'shortcuts'),
  ...describe(['spec', 'chromium', 'gecko'], manifest, 'lang dir'),
  ...describe(chromium, manifest, 'name_localized short_name_localized icons_localized description_localized'),
  ...describe(nobody, manifest, 'color_scheme_dark'),
  ...describe(['spec', 'chromium', 'webkit'], information, 'description'),
  ...describe(chromium, information, 'screenshots'),
  ...describe(['spec', 'webkit'], information, 'categories'),
  ...describe(nobody, information, 'iarc_rating_id'),
  ...describe(chromium, incubations, 'display_override note_taking protocol_handlers file_handlers tab_strip'),
  ...describe(chromium, () => 'https://w3c.github.io/web-share-target/#share_target-member', 'share_target'),
  ...describe(chromium, () => 'https://wicg.github.io/web-app-launch/#launch_handler-member', 'launch_handler'),
  ...describe(chromium, mdn, 'related_applications prefer_related_applications scope_extensions'),
  ...describe(chromium, parser, 'migrate_from migrate_to permissions_policy gcm_sender_id'),
  ...describe(nobody, mdn, 'serviceworker'),
  ...describe(nobody, parser, 'translations'),
  ...describe(nobody, edge, 'edge_side_panel widgets'),
  ...describe(nobody, () => 'https://github.com/WICG/pwa-url-handler/blob/main/handle_links/explainer.md', 'handle_links'),
]);

function describe(readers: readonly Engine[], linkTo: (name: string) => string, names: string): Array<[string, MemberFacts]> {
  return names.split(' ').map((name) => [name, { readers, spec: linkTo(name) }]);
}
