import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configurations, tryConfiguration } from './configurations.js';

describe('an unmodified oidc-provider', () => {
  test('is tried in at least 30 configurations', () => {
    assert.ok(configurations.length >= 30, String(configurations.length));
    assert.equal(new Set(configurations.map(({ what }) => what)).size, configurations.length);
  });

  for (const configuration of configurations) {
    const { what, refused, refreshes, settings } = configuration;
    test(`${refused ? 'is refused with a cause' : 'signs in'}: ${what}`, async () => {
      const outcome = await tryConfiguration(configuration);
      if (refused) {
        assert.equal(outcome.works, false);
        assert.match(outcome.reason ?? '', refused);
        return;
      }
      assert.deepEqual([outcome.works, outcome.reason], [true, undefined]);
      if (settings?.scope !== 'openid offline_access') assert.equal(outcome.name, 'ada.l');
      if (refreshes !== undefined) assert.equal(outcome.refreshes, refreshes);
      if (settings?.logout) assert.equal(outcome.logout, what === 'RP-initiated logout');
    });
  }
});
