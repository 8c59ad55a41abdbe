import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, test } from 'node:test';
import packageDescription from '../../package.json' with { type: 'json' };
import { latchkey, latchkeyHere, program } from './run-cli.js';

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
    [['import-mpa'], /^Unknown command import-mpa\. Did you mean import-map\?\n/],
    [['hepl'], /^Unknown command hepl\. Did you mean --help\?\n/],
    [['--hlep'], /^Unknown option --hlep\. Did you mean --help\?\nSee latchkey --help\n$/],
    [['--versoin'], /^Unknown option --versoin\. Did you mean --version\?\n/],
    [['--check-site'], /^Unknown option --check-site\. Did you mean check-site\?\n/],
    [['--strict', 'check-site'], /^Unknown option --strict\. Name a command first\.\n/],
    [['--version', 'extra'], /^Remove extra: --version does not take it\.\nSee latchkey --help\n$/],
    [['help', 'chek-site'], /^Unknown command chek-site\. Did you mean check-site\?\n/],
    [['help', 'check-site', 'extra'], /^Remove extra: help does not take it\.\n/],
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
    [['check-manifest', 'a.json', '--engine'], /^--engine needs a value\.\nSee/],
    [['check-manifest', 'a.json', '--installed'], /^--installed needs a value\.\nSee/],
    [['check-manifest', 'a.json', '--installed', ''], /^--installed needs a value\.\nSee/],
    [['check-manifest', 'a.json', '--root='], /^--root needs a value\.\nSee/],
    [
      ['check-manifest', 'a.json', '--installed', '--json'],
      /^--installed needs a value; write --installed=--json for one that begins with a dash\.\nSee/,
    ],
    [
      ['check-manifest', 'a.json', '--installed', 'b.json', '--installed', 'c.json'],
      /^--installed is given twice\.\nSee/,
    ],
    [['check-manifest', 'a.json', '--json', '--json'], /^--json is given twice\.\nSee/],
    [['check-site', 'https://app.example/', '--jsno'], /^Unknown option '--jsno'\. Did you mean --json\?\nSee/],
    [['check-site', 'https://app.example/', '-j'], /^Unknown option '-j'\.\nSee/],
    [['check-manifest', 'a.json', '--loud'], /^Unknown option '--loud'\.\nSee/],
    [['check-manifest', 'a.json', '--strict=yes'], /^Option '--strict' does not take an argument\.\nSee/],
  ];
  for (const [parameters, complaint] of wrong)
    test(`${JSON.stringify(parameters)} is wrong usage: it says why and ends with 2`, async () => {
      const { code, stdout, stderr } = await latchkeyHere(...parameters);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });

  for (const name of ['help', '--help'])
    test(`${name} with a command tells all about the command`, async () => {
      assert.deepEqual(await latchkey([name, 'check-manifest']), await latchkey(['check-manifest', '--help']));
    });

  test('an option that may be repeated takes every value', async () => {
    const { code, stderr } = await latchkey(['check-manifest', 'none.json', '--engine', 'spec', '--engine=gecko']);
    assert.deepEqual([code, stderr], [2, 'The file none.json does not exist.\n']);
  });

  test(
    'says in one sentence that its output cannot be written, and ends with 2',
    { skip: existsSync('/dev/full') ? false : 'this system has no /dev/full' },
    async () => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full, 'pipe'] });
      let complaints = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaints += text));
      const [code] = (await once(child, 'close')) as [number];
      closeSync(full);
      assert.equal(code, 2);
      assert.match(complaints, /^Standard output cannot be written: ENOSPC[^\n]*\.\n$/);
    },
  );

  test('ends with 2 where no one reads what is wrong', async () => {
    const child = spawn(process.execPath, [program, 'nope'], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.destroy();
    assert.deepEqual(await once(child, 'close'), [2, null]);
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
