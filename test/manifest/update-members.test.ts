import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  predictUpdate,
  type Engine,
  type Platform,
  type ProcessedManifest,
  type ProcessedResult,
  type UpdateForecast,
} from '../../src/manifest/index.js';
import { base, processed } from './processed.js';

type Outcome = 'silent' | 'asks' | 'never';
type Member = keyof ProcessedManifest;

const otherIcons = [{ src: 'https://app.example/other.png', purpose: ['any' as const] }];
/** Every member that a processed manifest may have, with another value than it has. */
const changes: Partial<Record<Member, unknown>> = {
  ...Object.fromEntries(
    [
      'name',
      'short_name',
      'name_localized',
      'short_name_localized',
      'description',
      'start_url',
      'scope',
      'display',
      'orientation',
      'theme_color',
      'background_color',
      'color_scheme_dark',
      'lang',
      'dir',
      'screenshots',
      'shortcuts',
      'categories',
      'iarc_rating_id',
      'launch_handler',
      'share_target',
      'file_handlers',
      'protocol_handlers',
      'scope_extensions',
      'related_applications',
      'prefer_related_applications',
      'migrate_from',
      'migrate_to',
      'tab_strip',
      'note_taking',
      'handle_links',
      'edge_side_panel',
      'widgets',
      'serviceworker',
      'translations',
    ].map((member) => [member, 'changed']),
  ),
  display_override: ['minimal-ui'],
  icons: otherIcons,
  icons_localized: { de: otherIcons },
};

/** What is silent and what asks; all else never arrives. How different icons look is not given. */
const tables: Array<[engine: Engine, platform: Platform, silent: string, asks: string]> = [
  [
    'chromium',
    'desktop',
    'start_url scope display display_override theme_color background_color shortcuts share_target file_handlers protocol_handlers launch_handler scope_extensions note_taking tab_strip related_applications edge_side_panel migrate_from migrate_to',
    'name short_name name_localized short_name_localized icons icons_localized',
  ],
  [
    'chromium',
    'mobile',
    'start_url scope display display_override orientation theme_color background_color shortcuts share_target',
    'name short_name',
  ],
  ['webkit', 'desktop', '', ''],
  ['webkit', 'mobile', '', ''],
  ['gecko', 'desktop', '', ''],
  [
    'gecko',
    'mobile',
    'name short_name icons scope display orientation theme_color background_color share_target related_applications prefer_related_applications description dir lang',
    '',
  ],
  [
    'spec',
    'desktop',
    'start_url scope display display_override orientation theme_color background_color shortcuts share_target file_handlers protocol_handlers launch_handler scope_extensions note_taking tab_strip related_applications prefer_related_applications edge_side_panel migrate_from migrate_to description dir lang screenshots categories iarc_rating_id color_scheme_dark description_localized handle_links widgets serviceworker gcm_sender_id translations',
    'name short_name name_localized short_name_localized icons icons_localized',
  ],
];

function change(result: ProcessedResult, members: object): ProcessedResult {
  return { ...result, manifest: { ...result.manifest, ...members } };
}

function outcomeOf(member: string, forecast: UpdateForecast): Outcome | undefined {
  return (['silent', 'asks', 'never'] as const).find((outcome) =>
    forecast[outcome].some((found) => found.member === member),
  );
}

describe('a change of one member alone, in every browser', () => {
  for (const [engine, platform, silent, asks] of tables)
    for (const [member, value] of Object.entries(changes)) {
      const expected = silent.split(' ').includes(member)
        ? 'silent'
        : asks.split(' ').includes(member)
          ? 'asks'
          : 'never';
      test(`${engine} ${platform}: ${member} is ${expected}`, () => {
        const installed = processed(base, engine, platform);
        assert.equal(
          outcomeOf(member, predictUpdate(installed, change(installed, { [member]: value }), { engine, platform })),
          expected,
        );
      });
    }
});

describe('an update in Chromium on a desktop, in its details', () => {
  const installed = processed(base);
  const predict = (members: object, from = installed): UpdateForecast =>
    predictUpdate(from, change(from, members), { engine: 'chromium' });

  test('description, direction and language come along with what is applied silently', () => {
    for (const member of ['description', 'dir', 'lang'])
      assert.equal(outcomeOf(member, predict({ [member]: 'changed', theme_color: '#000000ff' })), 'silent', member);
  });

  test('icons in another order are under their old addresses, and those of a language are icons, too', () => {
    const [icon] = installed.manifest.icons;
    const both = change(installed, { icons: [icon, ...otherIcons] });
    assert.equal(outcomeOf('icons', predict({ icons: [...otherIcons, icon] }, both)), 'never');
    const localized = change(installed, { icons_localized: { de: otherIcons } });
    assert.equal(outcomeOf('icons_localized', predict({ icons_localized: { fr: otherIcons } }, localized)), 'never');
    assert.equal(
      outcomeOf(
        'icons_localized',
        predict({ icons_localized: { de: [{ ...otherIcons[0]!, src: 'https://app.example/third.png' }] } }, localized),
      ),
      'asks',
    );
  });

  test('another app has no obstacle, for nothing of it is to arrive', () => {
    assert.equal(
      predictUpdate(installed, processed({ ...base, id: '/other', icons: [] }), { engine: 'chromium' }).obstacle,
      undefined,
    );
  });

  test('each way to apply a change is reported by its name', () => {
    const tell = (engine: Engine, platform: Platform): string => {
      const old = processed(base, engine, platform);
      return predictUpdate(old, change(old, { theme_color: '#000000ff' }), { engine, platform }).silent[0]!.message;
    };
    assert.equal(tell('chromium', 'desktop'), 'It is taken over when a page loads that links the manifest.');
    assert.equal(tell('chromium', 'mobile'), 'It is part of the next package.');
    assert.equal(tell('gecko', 'mobile'), 'It is taken over without a question.');
  });
});

test('Gecko knows what it has pinned on a desktop by its id', () => {
  const forecast = predictUpdate(processed(base, 'gecko'), processed({ ...base, start_url: '/home' }, 'gecko'), {
    engine: 'gecko',
  });
  assert.equal(forecast.sameApp, true);
});

test('each browser looks for updates in its own time', () => {
  const when = (engine: Engine, platform: Platform): string =>
    predictUpdate(processed(base, engine, platform), processed(base, engine, platform), { engine, platform }).when;
  assert.match(
    when('chromium', 'desktop'),
    /when a page loads that links the manifest; icons change silently once a day at most/,
  );
  assert.match(when('chromium', 'mobile'), /launched, once a day at most; the new package may take hours/);
  assert.match(when('gecko', 'mobile'), /while the app is open/);
  assert.match(when('gecko', 'desktop'), /There are no updates/);
  assert.match(when('spec', 'desktop'), /left to the browser/);
});
