import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { messageOf } from '../support/node/provider-visit.js';
import { exampleOf, haveSameShape, isJson } from './examples.js';
import { exampleBodies, exampleErrors } from './document.js';
import { play, scenarios } from './scenarios.js';

describe('every status of the contract', () => {
  for (const [operation, cases] of Object.entries(scenarios)) {
    for (const [name, scenario] of Object.entries(cases)) {
      const [status, code] = name.split(' ');
      test(`${operation}: ${name}`, async () => {
        const { answer } = await play(scenario);
        assert.equal(answer.status, Number(status), answer.text);
        if (code === 'page') assert.match(answer.text, /<h1>/);
        else if (code && answer.status >= 400)
          assert.equal(answer.body['error'] ?? (messageOf(answer) as { reason: string }).reason, code);
        if (isJson(answer) && answer.status >= 400) {
          const { error } = JSON.parse(answer.text) as { error: string };
          assert.ok(exampleErrors(operation, status!).includes(error), `the contract has no example of ${error}`);
        }
        const example = exampleOf(name, scenario.example);
        if (example && isJson(answer))
          assert.ok(
            haveSameShape(exampleBodies(operation, status!)[example], answer.body),
            `${answer.text} is not like the example: run npm run contract-examples`,
          );
        if (answer.status >= 500) assert.equal(answer.headers.get('Set-Cookie'), null);
      });
    }
  }

  test('has a test above, and every test an operation', () => {
    const listed = Object.entries(contract.operations).flatMap(([operation, { responses }]) =>
      Object.keys(responses).map((status) => `${operation} ${status}`),
    );
    const shown = Object.entries(scenarios).flatMap(([operation, cases]) =>
      Object.keys(cases).map((name) => `${operation} ${name.split(' ')[0]}`),
    );
    assert.deepEqual([...new Set(shown)].sort(), listed.sort());
  });
});
