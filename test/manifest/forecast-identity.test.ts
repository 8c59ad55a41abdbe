import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forecastIdentity, type IdentityForecast } from '../../src/manifest/index.js';
import { base, processed } from './processed.js';

const { id: _id, ...anonymous } = base;
const between = (installed: object, next: object): IdentityForecast =>
  forecastIdentity(processed(installed), processed(next));

describe('the identity of an installed app', () => {
  test('stays when the id stays, whatever becomes of start_url', () => {
    const { sameApp, cause, migration, fix } = between(base, { ...base, start_url: '/home' });
    assert.deepEqual(
      { sameApp, cause, migration, fix },
      { sameApp: true, cause: 'unchanged', migration: 'none', fix: undefined },
    );
  });

  test('stays without an id as long as start_url stays, which is worth an id', () => {
    const { sameApp, fix, message } = between(anonymous, anonymous);
    assert.equal(sameApp, true);
    assert.equal(fix, '"id": "/"');
    assert.match(message, /follows from start_url and changes with it/);
  });

  test('stays when an id is added that says what followed from start_url', () => {
    assert.equal(between(anonymous, { ...base, id: '/' }).sameApp, true);
  });

  test('is lost when start_url changes and there is no id; the fix is the old identity as id', () => {
    const { sameApp, from, to, cause, fix } = between(
      { ...anonymous, start_url: '/home?v=1#top' },
      { ...anonymous, start_url: '/start' },
    );
    assert.deepEqual(
      { sameApp, from, to, cause, fix },
      {
        sameApp: false,
        from: 'https://app.example/home?v=1',
        to: 'https://app.example/start',
        cause: 'start-url-changed',
        fix: '"id": "/home?v=1"',
      },
    );
  });

  test('is lost by an added, a changed and a removed id', () => {
    const lost: Array<[installed: object, next: object, cause: string, fix: string]> = [
      [anonymous, base, 'id-added', '"id": "/"'],
      [base, { ...base, id: '/app/' }, 'id-changed', '"id": "/app"'],
      [base, anonymous, 'id-removed', '"id": "/app"'],
    ];
    for (const [installed, next, cause, fix] of lost) {
      const identity = between(installed, next);
      assert.deepEqual(
        [identity.sameApp, identity.cause, identity.migration, identity.fix],
        [false, cause, 'none', fix],
      );
      assert.match(identity.message, /no more updates/);
    }
  });

  test('moves to a new id that names the old one in migrate_from', () => {
    const next = { ...base, id: '/new', migrate_from: ['/app'] };
    const { sameApp, migration, fix, message } = between(base, next);
    assert.deepEqual({ sameApp, migration, fix }, { sameApp: false, migration: 'suggested', fix: undefined });
    assert.match(message, /Chromium 150 and later suggests/);
    const forced = between(base, { ...next, migrate_from: [{ id: '/app', behavior: 'force' }] });
    assert.deepEqual([forced.migration, forced.fix], ['forced', undefined]);
    assert.match(forced.message, /On desktops Chromium 150 and later replaces/);
  });

  test('does not move when migrate_from names another app, or names it without an id of its own', () => {
    assert.equal(between(base, { ...base, id: '/new', migrate_from: ['/else'] }).migration, 'none');
    assert.equal(between(base, { ...anonymous, migrate_from: ['/app'] }).migration, 'none');
  });

  test('does not move by the old manifest alone', () => {
    const leaving = { ...base, migrate_to: { id: '/new', install_url: '/install' } };
    const { migration, message } = between(leaving, { ...base, id: '/new' });
    assert.equal(migration, 'unanswered');
    assert.match(message, /Users are not migrated/);
    assert.equal(between(leaving, { ...base, id: '/new', migrate_from: ['/app'] }).migration, 'suggested');
  });

  test('cannot be kept on another origin, so that the fix is to migrate', () => {
    const installed = processed(base);
    const next = { ...processed(base), appId: 'https://other.example/app' };
    assert.equal(forecastIdentity(installed, next).fix, '"migrate_from": ["https://app.example/app"]');
  });
});
