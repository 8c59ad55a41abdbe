import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type * as Worker from '../../src/worker/index.js';
import { isListed, readOptions, type WorkerOptions } from '../../src/worker/options.js';
import { readAddress } from '../../src/worker/read-address.js';
import { root } from '../support/node/program.js';

const base = 'https://app.example/notes/';
const refuses = (options: unknown, message: RegExp) =>
  assert.throws(() => readOptions(options as WorkerOptions, base), { name: 'TypeError', message });

describe('the options of the worker', () => {
  test('list nothing by themselves', () => {
    const { files, cacheFirst, staleWhileRevalidate, personal, offlinePage, claim } = readOptions({}, base);
    assert.deepEqual(
      [files.size, cacheFirst, staleWhileRevalidate, personal, offlinePage, claim],
      [0, [], [], [], undefined, false],
    );
  });

  test('keep a file under its address, or under one that tells its revision', () => {
    const { files, offlinePage } = readOptions(
      {
        precache: ['/app-1a2b.js', { url: '/app.css?theme=dark', revision: '7 & 8' }],
        offlinePage: { url: '/offline#top', revision: '2' },
      },
      base,
    );
    assert.deepEqual(
      [...files],
      [
        ['https://app.example/app-1a2b.js', 'https://app.example/app-1a2b.js'],
        ['https://app.example/app.css?theme=dark', 'https://app.example/app.css?theme=dark&latchkey-revision=7+%26+8'],
        ['https://app.example/offline', 'https://app.example/offline?latchkey-revision=2'],
      ],
    );
    assert.equal(offlinePage, 'https://app.example/offline');
  });

  for (const name of ['precache', 'later', 'cacheFirst', 'staleWhileRevalidate', 'personal']) {
    test(`refuse in "${name}" what is no list, no path of the origin, or lies where nothing is ever kept`, () => {
      refuses({ [name]: '/app.js' }, new RegExp(`"${name}" must be a list`));
      for (const path of [
        'app.js',
        '',
        '//elsewhere.example/app.js',
        '/\\elsewhere.example',
        'https://app.example/',
        7,
        null,
        {},
      ])
        refuses({ [name]: [path] }, new RegExp(`"${name}" must list paths of this origin`));
      for (const path of ['/auth/start', '/a/../login', '/api/%73ession', '/account?x'])
        refuses({ [name]: [path] }, new RegExp(`"${name}" must not list`));
    });
  }

  test('refuse a page for when there is no connection that cannot be kept, and a revision that is not a string', () => {
    refuses({ offlinePage: '/login' }, /"offlinePage" must not list/);
    refuses({ precache: [{ url: '/app.css', revision: 3 }] }, /"precache" must have strings for revisions/);
  });

  test('refuse a star anywhere but at the end of a path', () => {
    for (const path of ['/*.js', '/a*/b', '/**', '/a?b=*'])
      refuses({ cacheFirst: [path] }, /"cacheFirst" may have a "\*" at the end/);
  });
});

describe('a path is listed', () => {
  const listed = (path: string, ...patterns: string[]) => isListed(new URL(path, base), patterns);

  test('if it is one of the list, query included', () => {
    assert.deepEqual([listed('/a.css', '/b.css', '/a.css'), listed('/a.css?v=2', '/a.css?v=2')], [true, true]);
    assert.deepEqual(
      [
        listed('/a.css?v=2', '/a.css'),
        listed('/a.css', '/a.css?v=2'),
        listed('/A.css', '/a.css'),
        listed('/a.css/', '/a.css'),
        listed('/x'),
      ],
      [false, false, false, false, false],
    );
  });

  test('if it begins as the list says, and has no query', () => {
    assert.deepEqual([listed('/assets/a/b.js', '/assets/*'), listed('/assets/', '/assets/*')], [true, true]);
    assert.deepEqual(
      [
        listed('/assets', '/assets/*'),
        listed('/assets/a.js?token=1', '/assets/*'),
        listed('/other/assets/', '/assets/*'),
      ],
      [false, false, false],
    );
  });
});

describe('the address of the ready-made worker', () => {
  const read = (query: string) => readAddress(new URL(`https://app.example/service-worker.js${query}`));

  test('says all that the options can say', () => {
    assert.deepEqual(
      read(
        '?precache=/a.css&precache=/b.css&later=/de.js&cache-first=/assets/*&stale-while-revalidate=/news&personal=/feed/*&offline-page=/offline&revision=7&claim',
      ),
      {
        precache: [
          { url: '/a.css', revision: '7' },
          { url: '/b.css', revision: '7' },
        ],
        later: [{ url: '/de.js', revision: '7' }],
        cacheFirst: ['/assets/*'],
        staleWhileRevalidate: ['/news'],
        personal: ['/feed/*'],
        offlinePage: { url: '/offline', revision: '7' },
        claim: true,
      },
    );
    assert.deepEqual(read(''), {
      precache: [],
      later: [],
      cacheFirst: [],
      staleWhileRevalidate: [],
      personal: [],
      claim: false,
    });
    assert.deepEqual(read('?precache=/a-1b.css').precache, ['/a-1b.css']);
  });

  test('is refused if a part of it is unknown, or there too often', () => {
    assert.throws(() => read('?cachefirst=/x'), { name: 'TypeError', message: /"cachefirst" is not a parameter/ });
    for (const name of ['revision', 'offline-page', 'claim'])
      assert.throws(() => read(`?${name}=/a&${name}=/b`), {
        name: 'TypeError',
        message: new RegExp(`"${name}" must occur only once`),
      });
  });
});

test('outside a service worker, importing does nothing and calling says where it works', async () => {
  const { addWorkerListeners, createRoutes, startWorker } = (await import(
    join(root, 'dist/worker/index.js')
  )) as typeof Worker;
  await import(join(root, 'dist/worker/service-worker.js'));
  for (const call of [startWorker, addWorkerListeners, createRoutes])
    assert.throws(() => call({}), { name: 'TypeError', message: /service worker only/ });
});
