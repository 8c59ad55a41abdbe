import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import packageDescription from '../../package.json' with { type: 'json' };
import { latchkey, program } from './run-cli.js';

const help = /^latchkey check-manifest <target> \[options\]/;

describe('latchkey', { concurrency: true }, () => {
  for (const parameters of [['--help'], ['-h'], ['help']])
    test(`${parameters.join(' ')} lists the commands`, async () => {
      const { code, stdout, stderr } = await latchkey(parameters);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /latchkey <command>[^]*check-manifest {2,}shows how/);
      assert.match(stdout, /check-backend {3,}checks a backend/);
    });

  test('--version prints the version of the package', async () => {
    assert.deepEqual(await latchkey(['--version']), { code: 0, stdout: `${packageDescription.version}\n`, stderr: '' });
  });

  for (const parameters of [
    ['check-manifest', '--help'],
    ['check-manifest', '-h'],
    ['check-manifest', 'x.json', '--help'],
  ])
    test(`${parameters.join(' ')} tells all about the command`, async () => {
      const { code, stdout, stderr } = await latchkey(parameters);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, help);
      for (const option of ['--engine', '--installed', '--strict', '--json', '--sarif', '--help'])
        assert.ok(stdout.includes(option), option);
    });

  const wrong: Array<[parameters: string[], complaint: RegExp]> = [
    [[], /^latchkey .*\n\n {2}latchkey <command>/],
    [['check-manifests'], /^Unknown command check-manifests\. Did you mean check-manifest\?\nSee latchkey --help\n$/],
    [['constructor'], /^Unknown command constructor\./],
    [['check-manifest'], /^Name a file, or the URL of a manifest or a page\.\nSee latchkey check-manifest --help\n$/],
    [['check-manifest', ''], /^Name a file, or the URL/],
    [
      ['check-manifest', 'a.json', 'b.json', 'c.json'],
      /^Only one target can be checked at a time. Remove b\.json and c\.json\./,
    ],
    [
      ['check-manifest', 'a.json', '--engine', 'trident'],
      /^Unknown engine trident\. --engine takes chromium, webkit, gecko, spec\./,
    ],
    [['check-manifest', 'a.json', '--engine'], /--engine.*argument missing\.\nSee/],
    [['check-manifest', 'a.json', '--installed'], /--installed.*argument missing\.\nSee/],
    [['check-manifest', 'a.json', '--installed', ''], /^--installed takes one file or URL\.\nSee/],
    [
      ['check-manifest', 'a.json', '--installed', 'b.json', '--installed', 'c.json'],
      /^--installed takes one file or URL\.\nSee/,
    ],
    [['check-manifest', 'a.json', '--loud'], /^Unknown option '--loud'\.\nSee/],
    [['check-manifest', 'a.json', '--strict=yes'], /^Option '--strict' does not take an argument\.\nSee/],
  ];
  for (const [parameters, complaint] of wrong)
    test(`${JSON.stringify(parameters)} is wrong usage: it says why and ends with 2`, async () => {
      const { code, stdout, stderr } = await latchkey(parameters);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });

  test('ends quietly when no one reads on', async () => {
    const child = spawn(process.execPath, [program, 'check-manifest', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const code = await new Promise((resolve) => {
      child.once('close', resolve);
    });
    assert.deepEqual([code, complaints], [0, '']);
  });
});
