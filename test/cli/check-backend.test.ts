import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { printReport } from '../../src/cli/check-backend/print-report.js';
import { findingsOf } from '../../src/conformance/backend/case.js';
import type { BackendReport, CaseResult, Exchange } from '../../src/conformance/index.js';
import { createCertificate } from '../support/node/certificate.js';
import { startFederatedServer, type FederatedServer } from '../support/node/provider-visit.js';
import { latchkeyHere } from './run-cli.js';

const url = 'http://localhost:9/';

describe('latchkey check-backend', () => {
  test('--help tells all about the command', async () => {
    const { code, stdout, stderr } = await latchkeyHere('check-backend', '--help');
    assert.deepEqual([code, stderr], [0, '']);
    for (const option of [
      '--user',
      '--cookie',
      '--sign-in-command',
      '--origin',
      '--only',
      '--level',
      '--slow',
      '--rate',
    ])
      assert.ok(stdout.includes(option), option);
    for (const option of ['--i-own-this', '--json', '--junit', '--sarif', 'Exit code'])
      assert.ok(stdout.includes(option), option);
  });

  const wrong: Array<[parameters: string[], complaint: RegExp]> = [
    [[], /^Name the URL of the backend\.\nSee latchkey check-backend --help\n$/],
    [[url, url], /^Only one backend can be checked at a time\./],
    [['localhost:3000'], /^The backend must be a URL that begins with http:\/\/ or https:\/\/: localhost:3000\n/],
    [['https://app.example/'], /^app\.example is not on this machine\..*--i-own-this/],
    [['http://[bad'], /^The backend must be a valid URL: http:\/\/\[bad\nSee/],
    [[`${url}?q`], /^The URL of the backend must end with its path, without \? and #: http:\/\/localhost:9\/\?q\n/],
    [[`${url}#`], /^The URL of the backend must end with its path, without \? and #/],
    [
      ['http://ada:secret@localhost:9/'],
      /^The backend must be a URL without a user name and a password: localhost:9\n/,
    ],
    [[url, '--origin', 'here'], /^--origin must be a URL/],
    [[url, '--origin', 'https://ada@app.example'], /^--origin must be a URL without a user name/],
    [
      [url, '--origin', 'https://app.example/login'],
      /^--origin takes an origin without a path, such as https:\/\/app\.example: /,
    ],
    [[url, '--level', 'may'], /^Unknown level may\. --level takes must, should, advice\./],
    [[url, '--rate', 'fast'], /^--rate takes a positive number, not fast\./],
    [[url, '--rate', '-1'], /^--rate needs a value; write --rate=-1 for one that begins with a dash\.\n/],
    [[url, '--rate=-1'], /^--rate takes a positive number, not -1\./],
    [[url, '--slwo'], /^Unknown option '--slwo'\. Did you mean --slow\?/],
    [[url, '--rtae', '5'], /^Unknown option '--rtae'\. Did you mean --rate\?/],
    [[url, '--jnuit'], /^Unknown option '--jnuit'\. Did you mean --junit\?/],
    [[url, '--user=', '--password='], /^--user needs a value\./],
    [[url, '--user=ada', '--password='], /^--password needs a value\./],
    [[url, '--cookie='], /^--cookie needs a value\./],
    [[url, '--sign-in-command', ' '], /^--sign-in-command needs a value\./],
    [[url, '--level', 'must', '--level', 'should'], /^--level is given twice\./],
    [[url, '--user', 'ada'], /^--user and --password belong together\./],
    [[url, '--user', 'ada', '--password', 'x', '--cookie', 'a=b'], /^Choose one of --user, --cookie and/],
    [[url, '--json', '--sarif'], /^Choose one of --json and --sarif\./],
    [[url, '--loud'], /^Unknown option '--loud'\./],
    [[url, '--only', 'nothing'], /^--only takes a case, a rule or a chapter, not nothing\.\nSee/],
    [[url, '--only', 'core', '--only', 'pasword'], /, not pasword\. Did you mean passwords\?\n/],
    [[url], /^http:\/\/localhost:9\/ cannot be reached\./],
  ];
  for (const [parameters, complaint] of wrong)
    test(`says what is wrong with ${JSON.stringify(parameters)}, and ends with 2`, async () => {
      const { code, stdout, stderr } = await latchkeyHere('check-backend', ...parameters);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });
});

describe('a failure in the report of check-backend', () => {
  const reportOf = (exchange: Partial<Exchange>, ...others: readonly string[]): string => {
    const result: CaseResult = {
      id: 'session-of-visitor',
      chapter: 'core',
      level: 'must',
      rule: 'session-answer',
      cause: 'one',
      title: 'asks',
      outcome: 'failed',
      exchanges: [
        {
          method: 'POST',
          url: `${url}otp/request`,
          requestHeaders: { accept: 'application/json' },
          requestBody: '{"to":"it\'s"}',
          status: 500,
          headers: [],
          body: '',
          ...exchange,
        },
      ],
    };
    const results = [result, ...others.map((id) => ({ ...result, id }))];
    return printReport({
      url,
      origin: url,
      chapters: { found: [], missing: [] },
      results,
      findings: findingsOf(results),
      accounts: [],
      requests: 1,
    });
  };

  test('is one finding for all cases of one cause', () => {
    const report = reportOf({}, 'session-of-member', 'session-says-how');
    assert.equal(report.match(/^MUST/gm)?.length, 1, report);
    assert.match(report, /^ {2}Also session-of-member, session-says-how$/m);
    assert.match(report, /3 failed of one cause \(3 must,/);
  });

  test('has a command that repeats the request, byte by byte', () => {
    const command = reportOf({}).slice(reportOf({}).indexOf('curl')).split('\n\n')[0]!;
    const words = execFileSync('/bin/sh', ['-c', `curl() { printf '%s|' "$@"; }; ${command}`], { encoding: 'utf8' });
    assert.equal(words, `-i|-X|POST|${url}otp/request|-H|accept: application/json|--data-raw|{"to":"it's"}|`);
  });

  for (const [what, exchange, sentence] of [
    ['used up', { requestBody: '{"response":{"clientDataJSON":"e30"}}' }, 'what it brings is used up'],
    [
      'used up at the callback',
      { method: 'GET', url: `${url}auth/callback/check?state=x` },
      'what it brings is used up',
    ],
    ['too long to show', { requestBody: 'x'.repeat(1001) }, 'it is not shown byte by byte'],
    ['unfit for a terminal', { requestBody: '\u0000' }, 'it is not shown byte by byte'],
  ] as const)
    test(`has no command where that would do something else: ${what}`, () => {
      const report = reportOf(exchange);
      assert.ok(!report.includes('curl'), report);
      assert.ok(report.includes(`# Not a command, because ${sentence}.`), report);
    });
});

describe('latchkey check-backend with a server that', () => {
  /** Runs the command against a server that answers with `answer`. */
  const checkAgainst = async (answer: RequestListener, ...parameters: string[]) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const result = await latchkeyHere('check-backend', `http://localhost:${port}/`, '--rate', '10000', ...parameters);
    server.closeAllConnections();
    server.close();
    return result;
  };

  test('answers 500 to everything ends with one finding', async () => {
    const { code, stdout } = await checkAgainst((_request, response) => response.writeHead(500).end());
    assert.equal(code, 1);
    assert.equal(stdout.match(/^(MUST|SHOULD|ADVICE)/gm)?.length, 1, stdout);
    assert.match(stdout, /GET \/session returned 500, and so does everything else\./);
    assert.match(stdout, /\n2 requests; 0 accounts/);
    assert.ok(stdout.length < 20_000, `${stdout.length} characters`);
  });

  test('has a self-signed certificate says so, and is checked with --ca', async () => {
    const { key, cert } = await createCertificate('localhost');
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-ca-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, cert);
    const server = createTlsServer({ key, cert }, (request, response) => {
      const body = request.url === '/session' ? '{"signedIn":false}' : '{"error":"unsupported"}';
      response.writeHead(request.url === '/session' ? 200 : 404, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const check = (...parameters: string[]) =>
      latchkeyHere('check-backend', `https://localhost:${port}/`, '--only', 'session-of-visitor', ...parameters);
    const refused = await check();
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /cannot be reached\. Its certificate is self-signed .*--ca file\.pem/);
    const { code, stdout } = await check('--ca', file);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /1 passed, 0 failed/);
    assert.match((await check('--ca', join(folder, 'none.pem'))).stderr, /none\.pem cannot be read/);
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
});

describe('latchkey check-backend with a backend', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ listens: true });
  });
  after(() => server.stop());

  const check = (...parameters: string[]) =>
    latchkeyHere('check-backend', server.origin, '--rate', '10000', ...parameters);

  test('prints the sums, and ends with 0 if it follows the rules', async () => {
    const { code, stdout, stderr } = await check('--only', 'session-answer', '--only', 'sign-in-works');
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(stdout, /^Backend {2}http:\/\/localhost:\d+\/\nChapters core, account/);
    assert.match(stdout, /\d+ passed, 0 failed \(0 must, 0 should, 0 advice\), 0 not checked, 0 not implemented\n/);
    assert.match(stdout, /\d+ requests; \d+ accounts named latchkey-check-… were created\n$/);
  });

  test('shows the rule, the exchange and a command that repeats it, and ends with 1', async () => {
    // Pages of this origin are another site to the server.
    const { code, stdout } = await check('--origin', 'https://other.example', '--only', 'own-pages');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /MUST {2}own-page-options-without-sec-fetch\n {2}The kit sends POST \/webauthn\/login\/options/,
    );
    assert.match(stdout, /Rule own-pages: Requests of pages of the site are not refused as cross-site\./);
    assert.match(stdout, /See https:\/\/github\.com\/latchkey\/latchkey\/blob\/main\/docs\/backend\.md\n/);
    assert.match(stdout, /curl -i -X POST 'http:\/\/localhost:\d+\/webauthn\/login\/options'/);
    assert.match(stdout, /HTTP 403\n/);
  });

  test('--level must leaves out hints', async () => {
    const { stdout } = await check('--level', 'must', '--only', 'cookie-host-prefix', '--json');
    assert.deepEqual((JSON.parse(stdout) as BackendReport).results, []);
  });

  test('--json prints the report', async () => {
    const { code, stdout } = await check('--only', 'session-of-visitor', '--json');
    assert.equal(code, 0);
    const report = JSON.parse(stdout) as BackendReport & { rules: object };
    assert.equal(report.results[0]!.outcome, 'passed');
    assert.equal(report.results[0]!.exchanges[0]!.status, 200);
    assert.deepEqual(Object.keys(report.rules), ['session-answer']);
  });

  test('--junit prints a suite for each chapter', async () => {
    const { stdout } = await check('--origin', 'https://other.example', '--only', 'own-pages', '--junit');
    assert.match(stdout, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites/);
    assert.match(stdout, /<testsuite name="core" tests="4" failures="2" skipped="2">/);
    assert.match(stdout, /<failure message="POST \/logout[^"]*403/);
  });

  test('--sarif prints the failures with their rules', async () => {
    const { stdout } = await check('--origin', 'https://other.example', '--only', 'own-pages', '--sarif');
    const { runs } = JSON.parse(stdout) as {
      runs: Array<{
        tool: { driver: { rules: Array<{ id: string }> } };
        results: Array<{ ruleId: string; level: string }>;
      }>;
    };
    assert.deepEqual(
      runs[0]!.tool.driver.rules.map(({ id }) => id),
      ['own-pages'],
    );
    assert.deepEqual([...new Set(runs[0]!.results.map(({ level }) => level))], ['error']);
  });

  test('ends with 2 if nothing is wrong and there is no account to check with', async () => {
    const withoutSignUp = createServer((request, response) => {
      if (request.url!.startsWith('/signup')) return void response.writeHead(404).end();
      const { host: _host, connection: _connection, ...headers } = request.headers;
      void fetch(server.origin + request.url!, { headers: headers as Record<string, string> }).then(async (answer) =>
        response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text()),
      );
    }).listen(0, 'localhost');
    await once(withoutSignUp, 'listening');
    const { port } = withoutSignUp.address() as AddressInfo;
    const { code, stdout, stderr } = await latchkeyHere(
      'check-backend',
      `http://localhost:${port}/`,
      '--only',
      'session-of-visitor',
      '--only',
      'session-of-member',
    );
    assert.equal(code, 2, stdout);
    assert.match(
      stderr,
      /^1 of 2 cases were not checked: those that need a signed-in user.* Give --user and --password, --sign-in-command or --cookie\.$/m,
    );
    assert.match(
      stdout,
      /\nNot checked \(--json lists the cases\)\n {2}1 case: It needs a signed-in user[^]*--sign-in-command or --cookie[^]*\n {4}Rules: session-answer\n/,
    );
    withoutSignUp.close();
  });

  test('signs in by a command that prints a cookie', async () => {
    const command = `node -e "fetch('${server.origin}/signup', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }, body: JSON.stringify({ username: 'by-command' }) }).then((answer) => console.log(answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')))"`;
    const { code, stdout } = await check('--sign-in-command', command, '--only', 'session-user-id');
    assert.equal(code, 0, stdout);
  });
});
