import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAssociation } from '../../../src/manifest/site/index.js';

const app = 'https://app.example/start';
const origin = 'https://help.example';

describe('an association file', () => {
  test('confirms an app that it names', () => {
    assert.deepEqual(checkAssociation(`{ "${app}": {} }`, app), { confirms: true, findings: [] });
  });

  test('extends the app to the whole origin unless it says otherwise', () => {
    for (const details of ['{}', '{ "scope": "/" }', '{ "scope": "" }', '{ "scope": 5 }'])
      assert.equal(
        checkAssociation(`{ "${app}": ${details} }`, app, { origin }).scope,
        'https://help.example/',
        details,
      );
    assert.equal(
      checkAssociation(`{ "${app}": { "scope": "/faq/" } }`, app, { origin }).scope,
      'https://help.example/faq/',
    );
  });

  test('may write the id in any way that is the same URL', () => {
    assert.equal(checkAssociation('{ "HTTPS://App.example:443/a/../start": {} }', app).confirms, true);
  });

  const refused: Array<[text: string, code: string, place: [line: number, column: number]]> = [
    ['{ "https://app.example/other": {} }', 'association-app-missing', [1, 1]],
    ['{}', 'association-app-missing', [1, 1]],
    [`{\n  "${app}": "/"\n}`, 'association-wrong-type', [2, 32]],
    [`["${app}"]`, 'association-wrong-type', [1, 1]],
    [`{\n  "web_apps": [{ "web_app_identity": "${app}" }]\n}`, 'association-old-format', [2, 15]],
    ['<!doctype html>', 'association-not-json', [1, 1]],
    ['', 'association-not-json', [1, 1]],
    [`{ "${app}": {}, }`, 'association-not-json', [1, 34]],
    [`{ "${app}": { "scope": "https://app.example/" } }`, 'association-scope-outside', [1, 43]],
  ];
  for (const [text, code, [line, column]] of refused)
    test(`${JSON.stringify(text)} does not confirm the app: ${code}`, () => {
      const { confirms, findings } = checkAssociation(text, app, { origin });
      assert.equal(confirms, false);
      assert.equal(findings.length, 1);
      assert.deepEqual(
        [findings[0]!.code, findings[0]!.level, findings[0]!.line, findings[0]!.column],
        [code, 'error', line, column],
      );
      assert.equal(findings[0]!.fix, '{ "https://app.example/start": { "scope": "/" } }');
    });

  test('is only checked for an app whose id is a URL', () => {
    assert.throws(() => checkAssociation('{}', '/start'), new TypeError('"appId" must be an absolute URL'));
  });
});
