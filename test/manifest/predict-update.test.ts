import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  predictUpdate,
  processManifest,
  type Engine,
  type Platform,
  type UpdateForecast,
} from '../../src/manifest/index.js';
import { base, processed } from './processed.js';

const newIcons = { icons: [{ src: '/icon-2.png', sizes: '192x192', type: 'image/png' }] };

/** Changes of the members that the table of updates calls: start_url, scope, display, colours, shortcuts, handlers. */
const plain: Record<string, object> = {
  start_url: { start_url: '/home' },
  scope: { scope: '/app/', start_url: '/app/' },
  display: { display: 'minimal-ui' },
  display_override: { display_override: ['window-controls-overlay'] },
  theme_color: { theme_color: 'red' },
  background_color: { background_color: 'red' },
  shortcuts: { shortcuts: [{ name: 'New note', url: '/new' }] },
  share_target: { share_target: { action: '/share', params: { text: 'text' } } },
};
const handlers: Record<string, object> = {
  file_handlers: { file_handlers: [{ action: '/open', accept: { 'text/plain': ['.txt'] } }] },
  protocol_handlers: { protocol_handlers: [{ protocol: 'web+notes', url: '/open?url=%s' }] },
  launch_handler: { launch_handler: { client_mode: 'focus-existing' } },
};

function forecast(change: object, engine: Engine, platform: Platform, iconDifference?: number): UpdateForecast {
  const options = { engine, platform, ...(iconDifference !== undefined && { iconDifference }) };
  return predictUpdate(processed(base, engine, platform), processed({ ...base, ...change }, engine, platform), options);
}

/** Which list `member` is in. */
function outcomeOf(member: string, { silent, asks, never }: UpdateForecast): string {
  const lists = Object.entries({ silent, asks, never }).filter(([, changes]) =>
    changes.some((change) => change.member === member),
  );
  assert.equal(lists.length, 1, `${member} is in ${lists.length} lists`);
  return lists[0]![0];
}

const outcome = (member: string, ...given: Parameters<typeof forecast>): string =>
  outcomeOf(member, forecast(...given));

test('an update on ChromeOS is what it is on other desktops', () => {
  const change = { ...newIcons, name: 'Log', ...Object.assign({}, ...Object.values({ ...plain, ...handlers })) };
  for (const difference of [undefined, 0.05, 0.5])
    assert.deepEqual(
      listOutcomes(forecast(change, 'chromium', 'chromeos', difference)),
      listOutcomes(forecast(change, 'chromium', 'desktop', difference)),
    );
});

/** Without the values. */
function listOutcomes({ silent, asks, never, when }: UpdateForecast): unknown {
  return [when, ...[silent, asks, never].map((changes) => changes.map(({ member, message }) => [member, message]))];
}

describe('an update in Chromium on a desktop', () => {
  for (const member of ['name', 'short_name'])
    test(`a new ${member} waits until the person agrees`, () =>
      assert.equal(outcome(member, { [member]: 'Log' }, 'chromium', 'desktop'), 'asks'));

  test('an icon that looks almost the same is replaced silently, below a difference of 10 %', () => {
    for (const [difference, expected] of [
      [0, 'silent'],
      [0.098, 'silent'],
      [0.0999, 'silent'],
      [0.1, 'asks'],
      [0.102, 'asks'],
      [1, 'asks'],
    ] as const)
      assert.equal(outcome('icons', newIcons, 'chromium', 'desktop', difference), expected, `${difference}`);
  });

  test('an icon that was not compared counts as different', () => {
    assert.equal(outcome('icons', newIcons, 'chromium', 'desktop'), 'asks');
  });

  test('an icon under its old address never arrives, however different it looks', () => {
    assert.equal(outcome('icons', {}, 'chromium', 'desktop', 0.5), 'never');
    assert.equal(
      outcome('icons', { icons: [{ ...base.icons[0], sizes: '192x192 512x512' }] }, 'chromium', 'desktop', 0),
      'never',
    );
  });

  for (const [member, change] of Object.entries({ ...plain, ...handlers }))
    test(`${member} is applied silently`, () => assert.equal(outcome(member, change, 'chromium', 'desktop'), 'silent'));

  test('orientation is no part of the installed app', () => {
    assert.equal(outcome('orientation', { orientation: 'portrait' }, 'chromium', 'desktop'), 'never');
  });

  test('a new description alone is no update', () => {
    assert.equal(outcome('description', { description: 'New.' }, 'chromium', 'desktop'), 'never');
  });

  test('a new description comes along with what is applied silently, and not with a name that waits', () => {
    assert.equal(outcome('description', { description: 'New.', theme_color: 'red' }, 'chromium', 'desktop'), 'silent');
    assert.equal(outcome('description', { description: 'New.', name: 'Log' }, 'chromium', 'desktop'), 'never');
  });

  test('a new id is a new app, to which nothing of the installed one changes', () => {
    const changed = forecast({ id: '/other', name: 'Log', theme_color: 'red' }, 'chromium', 'desktop');
    assert.equal(changed.sameApp, false);
    assert.deepEqual([changed.silent, changed.asks], [[], []]);
    assert.deepEqual(changed.never.map(({ member }) => member).sort(), ['id', 'name', 'theme_color']);
  });
});

describe('an update in Chromium on Android', () => {
  for (const member of ['name', 'short_name'])
    test(`a new ${member} asks the person`, () =>
      assert.equal(outcome(member, { [member]: 'Log' }, 'chromium', 'mobile'), 'asks'));

  test('an icon gets into the next package below a difference of 11 %, and never from there on', () => {
    for (const [difference, expected] of [
      [0, 'silent'],
      [0.1099, 'silent'],
      [0.11, 'never'],
      [0.5, 'never'],
    ] as const)
      assert.equal(outcome('icons', newIcons, 'chromium', 'mobile', difference), expected, `${difference}`);
  });

  test('an icon is looked at even under its old address', () => {
    assert.equal(outcome('icons', {}, 'chromium', 'mobile', 0.05), 'silent');
  });

  for (const [member, change] of Object.entries({ ...plain, orientation: { orientation: 'portrait' } }))
    test(`${member} gets into the next package`, () =>
      assert.equal(outcome(member, change, 'chromium', 'mobile'), 'silent'));

  for (const [member, change] of Object.entries({ ...handlers, description: { description: 'New.' } }))
    test(`${member} is no part of a package`, () =>
      assert.equal(outcome(member, change, 'chromium', 'mobile'), 'never'));

  test('a new id is a new app', () => {
    assert.equal(forecast({ id: '/other' }, 'chromium', 'mobile').sameApp, false);
    assert.equal(outcome('id', { id: '/other' }, 'chromium', 'mobile'), 'never');
  });
});

for (const platform of ['desktop', 'mobile'] as const)
  describe(`an update in WebKit, ${platform}`, () => {
    for (const [member, change] of Object.entries({
      ...plain,
      name: { name: 'Log' },
      short_name: { short_name: 'Log' },
      icons: newIcons,
    }))
      test(`${member} is fixed when the app is added`, () =>
        assert.equal(outcome(member, change, 'webkit', platform, 0), 'never'));

    test('a new id is a new app', () => assert.equal(forecast({ id: '/other' }, 'webkit', platform).sameApp, false));
  });

describe('an update in Gecko', () => {
  test('reaches nothing that was pinned on a desktop', () => {
    assert.equal(outcome('name', { name: 'Log' }, 'gecko', 'desktop'), 'never');
  });

  test('is applied silently on Android as long as start_url stays', () => {
    for (const [member, change] of Object.entries({
      name: { name: 'Log' },
      theme_color: { theme_color: 'red' },
      icons: newIcons,
    }))
      assert.equal(outcome(member, change, 'gecko', 'mobile'), 'silent');
    const moved = forecast({ start_url: '/home', name: 'Log' }, 'gecko', 'mobile');
    assert.equal(moved.sameApp, false);
    assert.equal(outcomeOf('name', moved), 'never');
  });
});

describe('an update by the specification', () => {
  test('asks before a name or icon changes, and applies at once what comes with it', () => {
    assert.equal(outcome('name', { name: 'Log' }, 'spec', 'desktop'), 'asks');
    assert.equal(outcome('icons', newIcons, 'spec', 'desktop', 0), 'asks');
    assert.equal(outcome('theme_color', { name: 'Log', theme_color: 'red' }, 'spec', 'desktop'), 'silent');
    assert.equal(outcome('theme_color', { theme_color: 'red' }, 'spec', 'desktop'), 'silent');
  });
});

describe('every forecast', () => {
  test('is empty when nothing changed, also when members are in another order', () => {
    const shuffled = Object.fromEntries(Object.entries(base).reverse());
    for (const engine of ['spec', 'chromium', 'webkit', 'gecko'] as const)
      for (const platform of ['desktop', 'mobile'] as const) {
        const { sameApp, silent, asks, never } = predictUpdate(
          processed(base, engine, platform),
          processed(shuffled, engine, platform),
          { engine, platform },
        );
        assert.deepEqual({ sameApp, silent, asks, never }, { sameApp: true, silent: [], asks: [], never: [] });
      }
  });

  test('shows what was and what will be, and says why', () => {
    const { asks } = forecast({ name: 'Log' }, 'chromium', 'desktop');
    assert.deepEqual(asks, [
      {
        member: 'name',
        from: 'Field notes',
        to: 'Log',
        message: 'The old one stays until the user accepts the new one.',
      },
    ]);
  });

  test('tells when the browser looks for updates', () => {
    assert.match(forecast({}, 'chromium', 'mobile').when, /is launched, once a day at most/);
    assert.match(forecast({}, 'webkit', 'mobile').when, /removing the app and adding it again/);
  });

  test('says when Chromium would not take the new manifest at all', () => {
    assert.equal(forecast({ theme_color: 'red' }, 'chromium', 'desktop').obstacle, undefined);
    assert.equal(forecast({ display: 'browser' }, 'chromium', 'desktop').obstacle, undefined);
    assert.match(
      forecast({ icons: [] }, 'chromium', 'desktop').obstacle ?? '',
      /^Nothing arrives before the new manifest can be installed: .*icon/,
    );
    assert.equal(forecast({ icons: [] }, 'webkit', 'mobile').obstacle, undefined);
  });

  test('brings nothing from a text that is no manifest', () => {
    const broken = processManifest('<!doctype html>', {
      manifestUrl: 'https://app.example/site.webmanifest',
      documentUrl: 'https://app.example/',
      engine: 'chromium',
    });
    const { sameApp, silent, asks, never, obstacle } = predictUpdate(processed(base), broken, { engine: 'chromium' });
    assert.deepEqual(
      [sameApp, silent, asks, never, obstacle],
      [true, [], [], [], 'Nothing arrives from a text that is no manifest.'],
    );
  });

  test('is for a desktop unless told otherwise', () => {
    assert.equal(
      outcomeOf(
        'icons',
        predictUpdate(processed(base), processed({ ...base, ...newIcons }), {
          engine: 'chromium',
          iconDifference: 0.105,
        }),
      ),
      'asks',
    );
  });

  test('refuses a difference that is no share', () => {
    for (const iconDifference of [-0.1, 1.1, NaN])
      assert.throws(
        () => predictUpdate(processed(base), processed(base), { engine: 'chromium', iconDifference }),
        new TypeError('"iconDifference" must be a number from 0 to 1'),
      );
  });
});
