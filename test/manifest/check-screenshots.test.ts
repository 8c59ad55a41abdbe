import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkScreenshots, type MeasuredSizes } from '../../src/manifest/index.js';

const url = 'https://a.example/manifest.json';
const find = (screenshots: object[], measured?: MeasuredSizes): string[] =>
  checkScreenshots(JSON.stringify({ screenshots }), url, measured).map(({ code, path }) => `${code} ${path}`);
const repeat = (count: number, item: object = { src: 's' }): object[] => Array.from({ length: count }, () => item);

describe('screenshots in install dialogs', () => {
  test('are 320 to 3840 pixels, and 2.3 times as long as wide at most', () => {
    const codes = [
      '320x320',
      '319x400',
      '400x319',
      '3840x3840',
      '3841x3840',
      '330x759',
      '1000x2301',
      '2301x1000',
      'any',
    ];
    assert.deepEqual(
      codes.map((sizes) => find([{ src: 's', sizes, form_factor: 'wide' }])[0]?.split(' ')[0]),
      [
        undefined,
        'screenshot-out-of-bounds',
        'screenshot-out-of-bounds',
        undefined,
        'screenshot-out-of-bounds',
        undefined,
        'screenshot-too-long',
        'screenshot-too-long',
        undefined,
      ],
    );
  });

  test('on phones have the shape of the first that is not wide, to the pixel and not turned', () => {
    const isOdd = (sizes: string, form?: string): boolean =>
      find([
        { src: 'w', sizes: '1920x1080', form_factor: 'wide' },
        { src: 'a', sizes: '1080x1920' },
        { src: 'b', sizes, form_factor: form },
      ]).includes('screenshot-shape-differs screenshots[2]');
    assert.deepEqual(
      ['540x960', '1920x1080', '1081x1920', 'any'].map((sizes) => isOdd(sizes)),
      [false, true, true, false],
    );
    assert.equal(isOdd('1280x720', 'wide'), false);
  });

  test('are judged by what was measured', () => {
    const measured = { 'https://a.example/s': { width: 100, height: 100 } };
    assert.deepEqual(find([{ src: '/s', sizes: '1080x1920' }], measured), ['screenshot-out-of-bounds screenshots[0]']);
    assert.deepEqual(find([{ src: '/s', sizes: 'any' }], measured), ['screenshot-out-of-bounds screenshots[0]']);
    const fine = { 'https://a.example/s': { width: 1080, height: 1920 } };
    assert.deepEqual(find([{ src: '/s', sizes: '1x1' }], fine), []);
  });

  test('are eight, among which wide ones count on phones, but no others on desktops', () => {
    const wide = { src: 's', form_factor: 'wide' };
    assert.deepEqual(find(repeat(8, wide)), []);
    assert.deepEqual(find(repeat(9, wide)), ['screenshots-too-many screenshots[8]']);
    assert.deepEqual(find([...repeat(3), ...repeat(8, wide)]), []);
    assert.deepEqual(find([...repeat(8, wide), ...repeat(1)]), ['screenshots-too-many screenshots[8]']);
  });

  test('more than five for phones are noted, as developer tools do', () => {
    assert.deepEqual(find(repeat(5)), []);
    const [finding] = checkScreenshots(JSON.stringify({ screenshots: repeat(6) }), url);
    assert.deepEqual(
      [finding?.code, finding?.level, finding?.path],
      ['screenshots-too-many', 'info', 'screenshots[5]'],
    );
  });

  test('name the place where they are left out', () => {
    const messages = checkScreenshots(
      JSON.stringify({
        screenshots: [
          { src: 'a', sizes: '1x1' },
          { src: 'b', sizes: '1x1', form_factor: 'wide' },
        ],
      }),
      url,
    ).map(({ message }) => message);
    assert.match(messages[0]!, /on phones/);
    assert.match(messages[1]!, /on desktops/);
  });

  test('say whether their sides are those of the picture or only declared', () => {
    const text = JSON.stringify({ screenshots: [{ src: '/s.png', sizes: '1x1' }] });
    const tell = (measured = {}): string => checkScreenshots(text, url, measured)[0]!.message;
    assert.match(tell(), /^The screenshot is declared as 1x1;/);
    assert.match(tell({ [new URL('/s.png', url).href]: { width: 2, height: 2 } }), /^The screenshot is 2x2;/);
  });

  test('are none in what is no list of objects', () => {
    for (const text of ['', '[]', '{"screenshots": 1}', '{"screenshots": [1, null]}'])
      assert.deepEqual(checkScreenshots(text, url), []);
  });
});
