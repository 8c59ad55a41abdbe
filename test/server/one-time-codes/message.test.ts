import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeMessage } from '../../../server/src/one-time-codes/message.js';

describe('a message with a code', () => {
  const mail = {
    to: { kind: 'email' as const, address: 'ada@example.com' },
    code: '012345',
    name: 'Example',
    host: 'app.example.com',
  };
  const lastLine = (more: Partial<Parameters<typeof writeMessage>[0]> = {}) =>
    writeMessage({ ...mail, ...more })
      .text.split('\n')
      .slice(-2);

  test('ends in a line of its own that binds it to the host of the page', () =>
    assert.deepEqual(lastLine(), ['', '@app.example.com #012345']));

  test('names the page at the top first when the page stands in a frame of another host', () => {
    assert.deepEqual(lastLine({ topHost: 'shop.example' }), ['', '@shop.example #012345 @app.example.com']);
    assert.deepEqual(lastLine({ topHost: 'app.example.com' }), ['', '@app.example.com #012345']);
  });

  test('begins with the code, and warns of handing it on', () => {
    const { subject, text } = writeMessage(mail);
    assert.match(text, /^012345 is your code for Example\.\n/);
    assert.match(text, /anyone who asks you for it wants to get into your account/);
    assert.equal(subject, 'Your code for Example');
  });

  test('is one text message long on a telephone', () => {
    const { text } = writeMessage({ ...mail, to: { kind: 'phone', address: '+4930901820' } });
    assert.equal(text, '012345 is your code for Example. Do not share it.\n\n@app.example.com #012345');
    assert.ok(text.length <= 160);
  });
});
