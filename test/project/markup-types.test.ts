import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createStranger, root, type Stranger } from './stranger.js';

const flags = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --jsx react-jsx';

describe('the types of the tags', () => {
  let stranger: Stranger;

  before(async () => {
    stranger = await createStranger();
  });
  after(() => stranger.remove());

  /** What the compiler says of a file of the app, one line for each mistake. */
  async function check(file: string, lines: readonly string[]): Promise<string[]> {
    await stranger.write(file, lines.join('\n'));
    const { output } = await stranger.run('tsc', [...flags.split(' '), '--skipLibCheck', '--types', '', file]);
    return output.split('\n').filter((line) => line.includes('error TS'));
  }

  test('narrow the detail of an event by its method, and name what an error carries', async () => {
    const mistakes = await check('narrow.ts', [
      "import type {} from 'latchkey/elements';",
      "addEventListener('latch-signed-in', ({ detail }) => {",
      "  if (detail.method === 'passkey') console.log(detail.credentialId?.length);",
      '});',
      "addEventListener('latch-next-step', ({ detail }) => console.log(detail.next.step.length));",
      "addEventListener('latch-sign-in-failed', ({ detail }) => {",
      '  console.log(detail.reason?.length, detail.credential?.rpId, detail.methods?.length, detail.retryAfter);',
      '});',
    ]);
    assert.deepEqual(mistakes, []);
  });

  for (const definition of ['autoload', 'all', 'sign-out-button', undefined])
    test(`are those of all tags in JSX ${definition ? `beside latchkey/define/${definition}` : 'before a tag is defined'}`, async () => {
      const mistakes = await check(`${definition}.tsx`, [
        "import type {} from 'latchkey/jsx';",
        definition ? `import 'latchkey/define/${definition}';` : '',
        'export const app = (',
        '  <>',
        '    <latch-sign-in methods="passkey password oidc sign-up" onlatch-signed-in={({ detail }) => detail.method} />',
        '    <latch-sign-up methods={["password"]} />',
        '    <latch-account sections="passkeys devices" />',
        '    <latch-passkey-button hints="security-key hybrid" />',
        '  </>',
        ');',
      ]);
      assert.deepEqual(mistakes, []);
    });

  test('are those of all tags in scripts beside latchkey/define/autoload', async () => {
    const mistakes = await check('autoload.ts', [
      "import 'latchkey/define/autoload';",
      "document.querySelector('latch-sign-in')!.mode = 'popup';",
      "void document.querySelector('latch-sign-in')!.signIn();",
    ]);
    assert.deepEqual(mistakes, []);
  });

  test('refuse each misspelt word', async () => {
    const misspelt = [
      '<latch-sign-in methods="pasword" />',
      '<latch-sign-in methods="passkey pasword" />',
      '<latch-sign-in methods="passkey password ocid code" />',
      '<latch-sign-in methods={["pasword"]} />',
      '<latch-sign-in mode="popop" />',
      '<latch-sign-up methods="magic" />',
      '<latch-oidc-button mode="hand-off" />',
      '<latch-account sections="passkey devices" />',
      '<latch-passkey-button hints="security_key" />',
      '<latch-passkey-create hints="hybrid usb" />',
      '<latch-fedcm-button context="sign-in" />',
      '<latch-fedcm-button fields="e-mail" />',
    ];
    const mistakes = await check('misspelt.tsx', [
      "import type {} from 'latchkey/jsx'; export const app = [",
      ...misspelt.map((tag) => `${tag},`),
      '];',
    ]);
    const lines = mistakes.map((line) => Number(/\((\d+),/.exec(line)![1]));
    assert.deepEqual(
      lines,
      misspelt.map((_tag, index) => index + 2),
    );
  });

  test('are unions in custom-elements.json, and what editors offer', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as never;
    const { modules } = read('custom-elements.json') as {
      modules: {
        declarations: { tagName?: string; attributes?: { name: string; type?: { text: string } }[] }[];
      }[];
    };
    const { tags } = read('dist/editors/vscode.html-custom-data.json') as {
      tags: { name: string; attributes: { name: string; values: { name: string }[] }[] }[];
    };
    for (const [tag, name, words] of [
      ['latch-sign-in', 'methods', 'passkey password fedcm oidc code device sign-up'],
      ['latch-sign-in', 'mode', 'auto redirect popup handoff'],
      ['latch-sign-up', 'methods', 'passkey password'],
      ['latch-oidc-button', 'mode', 'auto redirect popup handoff'],
      [
        'latch-account',
        'sections',
        'name addresses passkeys password second-factor providers devices events sign-out delete',
      ],
      ['latch-passkey-button', 'hints', 'security-key client-device hybrid'],
      ['latch-passkey-create', 'hints', 'security-key client-device hybrid'],
      ['latch-fedcm-button', 'context', 'signin signup use continue'],
      ['latch-fedcm-button', 'fields', 'name email picture tel username'],
    ] as const) {
      const described = modules
        .flatMap(({ declarations }) => declarations)
        .find(({ tagName }) => tagName === tag)
        ?.attributes?.find((attribute) => attribute.name === name);
      const union = words
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' | ');
      assert.ok(described?.type?.text.startsWith(union), `${tag} ${name}: ${described?.type?.text}`);
      const offered = tags.find((one) => one.name === tag)?.attributes.find((attribute) => attribute.name === name);
      assert.deepEqual(
        offered?.values.map((value) => value.name),
        words.split(' '),
      );
    }
  });
});
