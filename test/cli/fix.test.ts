import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { checkManifest } from '../../src/cli/check-manifest/command.js';
import { fixManifest } from '../../src/cli/check-manifest/fix.js';
import { processManifest } from '../../src/manifest/index.js';
import { latchkeyHere } from './run-cli.js';
import { png } from './site.js';

const sound = '{\n  "id": "/",\n  "name": "Ladder",\n  "start_url": "/",\n  "display": "standalone"\n}\n';

describe('fixManifest', () => {
  for (const [what, given, expected, code] of [
    ['removes a byte order mark', `\uFEFF${sound}`, sound, 'byte-order-mark'],
    ['removes a comma after the last member', '{"name": "A",\n}', '{"name": "A"\n}', 'trailing-comma'],
    [
      'removes a comma after the last item',
      '{"categories": ["books",]}',
      '{"categories": ["books"]}',
      'trailing-comma',
    ],
    [
      'removes a comment up to the end of its line',
      '{\n  // why\n  "name": "A"\n}',
      '{\n  "name": "A"\n}',
      'json-comment',
    ],
    [
      'leaves no line behind that held a comment alone',
      '{\n  /* why */\n  "name": "A"\n}',
      '{\n  "name": "A"\n}',
      'json-comment',
    ],
    [
      'leaves no line behind that held a comma alone',
      '{\n  "name": "A"\n  ,\n}',
      '{\n  "name": "A"\n}',
      'trailing-comma',
    ],
    ['leaves no line behind that held the only member', '{\n  "gcm_sender_id": "1"\n}\n', '{\n}\n', 'obsolete-member'],
    ['removes a comment between members', '{"name": /* , "x": */ "A"}', '{"name":  "A"}', 'json-comment'],
    ['removes a comment that never ends', '{"name": "A"} /* and', '{"name": "A"} ', 'json-comment'],
    [
      'removes the first of two members, which had no effect',
      '{"name": "A", "start_url": "/", "name": "B"}',
      '{"start_url": "/", "name": "B"}',
      'duplicate-member',
    ],
    [
      'removes a member that no browser reads, at the end',
      '{"name": "A", "gcm_sender_id": "1"}',
      '{"name": "A"}',
      'obsolete-member',
    ],
    [
      'removes one with marks in its value',
      '{"gcm_sender_id": "a\\":,", "name": "A"}',
      '{"name": "A"}',
      'obsolete-member',
    ],
    ['writes a word as engines read it', '{"display": "StandAlone"}', '{"display": "standalone"}', 'not-lower-case'],
    ['removes white space around a text', '{"name": " A "}', '{"name": "A"}', 'white-space'],
    [
      'writes sizes with a small x',
      '{"icons": [{"src": "a.png", "sizes": "192X192"}]}',
      '{"icons": [{"src": "a.png", "sizes": "192x192"}]}',
      'not-lower-case',
    ],
  ] as const)
    test(what, () => {
      const { text, fixes } = fixManifest(given);
      assert.equal(text, expected);
      assert.deepEqual(
        fixes.map((fix) => fix.code),
        [code],
      );
    });

  for (const [what, given] of [
    ['a sound manifest', sound],
    ['a word that is not valid', '{"display": "window"}'],
    ['one of several words in a text', '{"icons": [{"src": "a.png", "purpose": "Any maskable"}]}'],
    ['a member that is misspelt', '{"startUrl": "/"}'],
    ['what is not JSON', '{"name": '],
    ['a comma where a value is missing', '{"categories": [,]}'],
    ['an empty text', ''],
  ] as const)
    test(`leaves ${what} as it is`, () => {
      const { text, fixes } = fixManifest(given);
      if (what !== 'one of several words in a text') assert.deepEqual(fixes, []);
      if (what !== 'one of several words in a text') assert.equal(text, given);
      else assert.match(text, /maskable/i);
    });

  test('names the line of each repair, and makes several', () => {
    const { text, fixes } = fixManifest('{\n  "name": "A",\n  "display": "FULLSCREEN",\n}\n');
    assert.equal(text, '{\n  "name": "A",\n  "display": "fullscreen"\n}\n');
    assert.deepEqual(
      fixes.map(({ code, line }) => [code, line]),
      [
        ['trailing-comma', 3],
        ['not-lower-case', 3],
      ],
    );
  });

  test('ends for any text, and changes nothing the second time', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"name"',
      '"display"',
      '"StandAlone"',
      '" "',
      '//',
      '/*',
      '*/',
      '\n',
      '\\',
      '1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
        const { text } = fixManifest(parts.join(''));
        assert.equal(fixManifest(text).text, text);
      }),
      { numRuns: 500 },
    );
  });

  test('changes nothing that an engine makes of a manifest which it could read before', () => {
    const given =
      '{"name": " A ", "display": "StandAlone", "translations": [], "icons": [{"src": "a.png", "sizes": "48X48"}]}';
    for (const engine of ['chromium', 'webkit', 'gecko'] as const) {
      const options = {
        engine,
        platform: 'desktop',
        manifestUrl: 'https://a.example/m',
        documentUrl: 'https://a.example/',
      } as const;
      // Engines that keep a capital X mean the same size.
      const readBy = (text: string) => JSON.stringify(processManifest(text, options).manifest).toLowerCase();
      assert.equal(readBy(fixManifest(given).text), readBy(given));
    }
  });
});

describe('latchkey check-manifest', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-fix-'));
    file = join(folder, 'app.webmanifest');
  });
  after(() => rm(folder, { recursive: true }));

  test('--fix repairs the file, says what it did, and checks the result', async () => {
    await writeFile(file, '{\n  "name": "Ladder",\n}\n');
    const { stdout, stderr } = await latchkeyHere('check-manifest', file, '--fix');
    assert.equal(await readFile(file, 'utf8'), '{\n  "name": "Ladder"\n}\n');
    assert.match(stderr, /app\.webmanifest:2: Removed the comma after the last item\.\n/);
    assert.doesNotMatch(stdout, /not JSON/);
  });

  test('--fix ends with 1 while errors are left, lists them, and ends with 0 when none is', async () => {
    await writeFile(file, `{"name": "Ladder", "display": "StandAlone",}`);
    const broken = await latchkeyHere('check-manifest', file, '--fix', '--engine', 'chromium');
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /Wrote "standalone"/);
    assert.match(
      broken.stdout,
      /^error icons \(Chromium\) manifest-missing-suitable-icon$[^]*^The app cannot be installed.* 2 errors/m,
    );
    for (const [text, options, code] of [
      [sound.replace('standalone', 'StandAlone'), ['--strict'], 0],
      [sound.replace('"/",', '"/", "dir": "down",'), [], 0],
      [sound.replace('"/",', '"/", "dir": "down",'), ['--strict'], 1],
    ] as const) {
      await writeFile(file, text);
      const outcome = await latchkeyHere('check-manifest', file, '--fix', '--engine', 'gecko', ...options);
      assert.equal(outcome.code, code, outcome.stdout);
    }
  });

  test('--fix says that there is nothing that it can repair', async () => {
    for (const text of ['{"name": "Ladder"}', '{"name": "Ladder", "lang": "e_n"', '']) {
      await writeFile(file, text);
      const { stderr } = await latchkeyHere('check-manifest', file, '--fix');
      assert.match(stderr, /app\.webmanifest: --fix found nothing that it can repair\.\n/);
      assert.equal(await readFile(file, 'utf8'), text);
    }
  });

  test('--fix reports a file that it cannot write', { skip: getuid?.() === 0 && 'root may write it' }, async () => {
    const locked = join(folder, 'locked.webmanifest');
    await writeFile(locked, '{"name": "Ladder",}', { mode: 0o444 });
    const { code, stderr } = await latchkeyHere('check-manifest', locked, '--fix');
    assert.equal(code, 2);
    assert.match(stderr, /locked\.webmanifest cannot be repaired: EACCES/);
  });

  test('--watch refuses a folder, and a file that does not exist', async () => {
    for (const [target, complaint] of [
      [folder, /is a folder\. Name the manifest in it\.\n$/],
      [join(folder, 'none.webmanifest'), /^The file .*none\.webmanifest does not exist\.\n$/],
      [join(folder, 'none', 'app.webmanifest'), /^The file .*none.app\.webmanifest does not exist\.\n$/],
    ] as const) {
      const { code, stderr } = await latchkeyHere('check-manifest', target, '--watch');
      assert.equal(code, 2);
      assert.match(stderr, complaint);
    }
  });

  test('--fix keeps the members of one browser', async () => {
    const text = '{"name": "Ladder", "edge_side_panel": {"preferred_width": 400}, "widgets": []}';
    await writeFile(file, text);
    await latchkeyHere('check-manifest', file, '--fix');
    assert.equal(await readFile(file, 'utf8'), text);
  });

  test('without --fix it leaves the file as it is', async () => {
    await writeFile(file, '{"name": "Ladder",}');
    assert.equal((await latchkeyHere('check-manifest', file)).code, 1);
    assert.equal(await readFile(file, 'utf8'), '{"name": "Ladder",}');
  });

  for (const option of ['--fix', '--watch'])
    test(`${option} takes no URL`, async () => {
      const { code, stderr } = await latchkeyHere('check-manifest', 'https://app.example/', option);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`^${option} takes a file, not a URL\\.\n`));
    });

  /** Runs `--watch` on the file, and calls `printed` with each text that it prints. */
  function watchFile(options: string[], printed: (text: string) => void = () => {}, target = file) {
    let all = '';
    let look = () => {};
    const write = (text: string) => {
      all += text;
      printed(text);
      look();
    };
    const end = new AbortController();
    const ended = checkManifest(
      [target, '--watch', '--engine', 'spec', ...options],
      { stdout: { write }, stderr: { write } },
      end.signal,
    );
    return {
      /** Waits until this is printed after what the last call answered, and answers what was printed until then. */
      until: async (pattern: RegExp) => {
        await new Promise<void>((resolve) => {
          look = () => pattern.test(all) && resolve();
          look();
        });
        const { index, 0: found } = pattern.exec(all)!;
        const text = all.slice(0, index + found.length);
        all = all.slice(text.length);
        return text;
      },
      end: () => (end.abort(), ended),
    };
  }

  test('--watch checks again after a change, and ends with the outcome of the last check', async () => {
    await writeFile(file, '{"name": "Before",}');
    const watched = watchFile([]);
    await watched.until(/not JSON[^]*Waiting for changes/);
    await writeFile(file, sound);
    await watched.until(/Ladder[^]*Waiting for changes/);
    assert.equal(await watched.end(), 0);
  });

  test('--watch checks again what changes during a check', async () => {
    await writeFile(file, '{"name": "Before",}');
    const watched = watchFile([], (text) => {
      if (text.includes('not JSON')) writeFileSync(file, sound);
    });
    await watched.until(/not JSON[^]*Waiting for changes/);
    await watched.until(/Ladder[^]*Waiting for changes/);
    assert.equal(await watched.end(), 0);
  });

  test('--watch checks a manifest with images that no file can be', async () => {
    await writeFile(file, JSON.stringify({ icons: [{ src: 'a'.repeat(300) }, { src: 'a%00.png' }] }));
    const watched = watchFile([]);
    await watched.until(/Waiting for changes/);
    assert.notEqual(await watched.end(), 2);
  });

  test('--watch checks an empty file too', async () => {
    await writeFile(file, '');
    const watched = watchFile([]);
    await watched.until(/Waiting for changes/);
    await writeFile(file, sound);
    await watched.until(/Ladder[^]*Waiting for changes/);
    assert.equal(await watched.end(), 0);
  });

  test('--watch waits for a file that is removed meanwhile', async () => {
    await writeFile(file, sound);
    const watched = watchFile([]);
    await watched.until(/Ladder[^]*Waiting for changes/);
    await rm(file);
    await watched.until(/does not exist\.\n[^]*Waiting for changes/);
    await writeFile(file, sound);
    await watched.until(/Ladder[^]*Waiting for changes/);
    assert.equal(await watched.end(), 0);
  });

  test('--watch goes on in a folder that is removed and made again', async () => {
    const dist = join(folder, 'dist');
    await mkdir(dist);
    const inDist = join(dist, 'manifest.json');
    await writeFile(inDist, sound);
    const watched = watchFile([], undefined, inDist);
    await watched.until(/Ladder[^]*Waiting for changes/);
    await rm(dist, { recursive: true });
    await watched.until(/does not exist\.\n[^]*Waiting for changes/);
    await mkdir(dist);
    await writeFile(inDist, sound);
    await watched.until(/Ladder[^]*Waiting for changes/);
    await writeFile(inDist, sound.replace('Ladder', 'Stairs'));
    await watched.until(/Stairs[^]*Waiting for changes/);
    assert.equal(await watched.end(), 0);
  });

  test('--watch --fix checks once what it repaired, and repairs the next change', async () => {
    await writeFile(file, sound.replace('\n}', ',\n}'));
    const watched = watchFile(['--fix']);
    await watched.until(/Removed the comma[^]*Ladder[^]*Waiting for changes/);
    assert.equal(await readFile(file, 'utf8'), sound);
    const changed = join(folder, 'changed');
    await writeFile(changed, sound.replace('standalone', 'StandAlone'));
    await rename(changed, file);
    const printed = await watched.until(/Wrote "standalone"[^]*Waiting for changes/);
    assert.equal(printed.match(/Waiting for changes/g)?.length, 1);
    assert.equal(await readFile(file, 'utf8'), sound);
    assert.equal(await watched.end(), 0);
  });

  test('--watch checks again after a change of an icon', async () => {
    const icon = join(folder, 'watched.png');
    await writeFile(icon, png(192));
    await writeFile(file, JSON.stringify({ ...JSON.parse(sound), icons: [{ src: 'watched.png', sizes: '192x192' }] }));
    const watched = watchFile(['--engine', 'chromium']);
    assert.doesNotMatch(await watched.until(/Waiting for changes/), /image-size-differs/);
    await writeFile(icon, png(100));
    assert.match(await watched.until(/100x100[^]*Waiting for changes/), /image-size-differs/);
    assert.equal(await watched.end(), 1);
  });

  test('--watch prints no JSON', async () => {
    assert.match(
      (await latchkeyHere('check-manifest', file, '--watch', '--json')).stderr,
      /^--watch prints for people\./,
    );
  });
});
