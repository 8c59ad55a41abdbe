import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findFreePort } from '../../scripts/free-port.mjs';
import type { ServerConfig } from '../../server/src/config/server-config.js';
import {
  backendCases,
  BackendUnreachable,
  checkBackend,
  describeRule,
  type BackendReport,
  type CheckBackendOptions,
} from '../../src/conformance/index.js';
import { brokenServers } from './broken-servers.js';
import { declareBroken } from './declare-broken.js';
import { kitProvider } from './start-broken.js';
import { startFamilySite } from '../journeys/family-site.js';
import { describeOnBothEnginesInFullRuns } from '../support/node/engines.js';
import { createRunningClock } from '../support/node/clock.js';
import { createPerson } from '../support/node/people.js';
import { root } from '../support/node/program.js';
import { firstOf, testInFullRuns } from '../support/node/quick.js';
import { startCompleteServer, startFederatedServer, type FederatedServer } from '../support/node/provider-visit.js';

const notPassed = ({ results }: BackendReport) =>
  results.filter(({ outcome }) => outcome !== 'passed').map(({ id, reason }) => `${id}: ${reason}`);

/** The cases of sign-ups that wait for a second factor. */
const setUpCases = [
  'second-factor-set-up-waits',
  'second-factor-set-up',
  'second-factor-set-up-wrong',
  'second-factor-kept',
];

void describeOnBothEnginesInFullRuns('the reference server', (store) => {
  test('follows every rule of the contract', async () => {
    const { config, oidcPort } = await kitProvider();
    const server = await startCompleteServer({
      listens: true,
      store,
      config: { ...config, verifyAddress: 'added' },
      clock: createRunningClock(),
    });
    const seen: number[] = [];
    const report = await checkBackend({
      url: server.origin,
      rate: Infinity,
      oidcPort,
      emailIssuer: server.emailIssuer,
      onResult: (_result, done, all) => seen.push(done / all),
    });
    await server.stop();
    // Its sign-ups wait for no terms and no second factor.
    const results = report.results.filter(({ id, chapter }) => chapter !== 'next-steps' && !setUpCases.includes(id));
    assert.deepEqual(notPassed({ ...report, results }), []);
    assert.ok(results.length >= 300, `${results.length} cases`);
    assert.deepEqual(report.chapters.missing, ['next-steps']);
    assert.equal(seen.at(-1), 1);
    assert.ok(report.accounts.every((name) => name.startsWith('latchkey-check-')));
  });

  test('follows every rule about terms, and the kit accepts them for its accounts', async () => {
    const server = await startFederatedServer({
      listens: true,
      store,
      config: { termsUrl: 'https://app.example/terms' },
      clock: createRunningClock(),
    });
    const report = await checkBackend({
      url: server.origin,
      rate: Infinity,
      only: ['next-steps', 'sign-in', 'sign-up-by-passkey', 'second-factor-by-app'],
    });
    await server.stop();
    // Its sign-ins lead to one account each.
    const results = report.results.filter(
      ({ rule, id }) => rule !== 'account-chosen' && !id.startsWith('account-choice'),
    );
    assert.deepEqual(notPassed({ ...report, results }), []);
    assert.ok(!report.chapters.missing.includes('next-steps'));
  });

  test('follows every rule about a second factor that all accounts need', async () => {
    const server = await startFederatedServer({
      listens: true,
      store,
      config: { secondFactor: 'required', termsUrl: 'https://app.example/terms' },
      clock: createRunningClock(),
    });
    const report = await checkBackend({ url: server.origin, rate: Infinity, only: setUpCases });
    await server.stop();
    assert.deepEqual(notPassed(report), []);
  });
});

test('every case has an id of its own, a rule with a sentence and a source, and builds on a case that exists', () => {
  const ids = new Set(backendCases.map(({ id }) => id));
  assert.equal(ids.size, backendCases.length);
  for (const { rule, id, buildsOn = id } of backendCases) {
    assert.ok(ids.has(buildsOn), `${id} builds on ${buildsOn}`);
    const { sentence, source } = describeRule(rule);
    assert.match(sentence, /\.$/);
    assert.match(source, /^https:\/\//);
    const [page, anchor] = source.split('/blob/main/')[1]?.split('#') ?? [];
    if (page === undefined) continue;
    const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    assert.ok(anchor === undefined || headings.includes(anchor), source);
  }
});

test('a backend that refuses passwords at POST /signup breaks no rule by that', async () => {
  const server = await startFederatedServer({ listens: true });
  const report = await checkBackend({
    url: server.origin,
    rate: Infinity,
    only: ['accounts'],
    async send(request) {
      const isRefused =
        new URL(request.url).pathname === '/signup' && (await request.clone().text()).includes('password');
      return isRefused ? Response.json({ error: 'bad_request' }, { status: 400 }) : fetch(request);
    },
  });
  await server.stop();
  assert.deepEqual(notPassed(report), []);
});

test('a backend that asks for the same terms again and again does not hold the check', async () => {
  const server = await startFederatedServer({ listens: true });
  const next = { step: 'accept-terms', url: 'https://app.example/terms' };
  const report = await checkBackend({
    url: server.origin,
    rate: Infinity,
    only: ['challenge-random'],
    async send(request) {
      const { pathname } = new URL(request.url);
      return pathname === '/session/terms' && (await request.clone().text()) !== '{}'
        ? Response.json({ next })
        : ['/signup', '/signup/verify'].includes(pathname)
          ? Response.json({ next }, { status: 201 })
          : fetch(request);
    },
  });
  await server.stop();
  const reasons = report.results.map(({ reason }) => reason ?? '');
  assert.ok(
    reasons.some((reason) => reason.includes('waits for accept-terms after that was done')),
    reasons.join('\n'),
  );
});

test('the provider of the kit has at least sixty lies for the flow, and a port that it refuses is named', async () => {
  const lies = backendCases.filter(
    ({ id, rule }) => id.startsWith('provider-') && /^provider-(?:verified|mix-up)$/.test(rule),
  );
  assert.ok(lies.length >= 60, `${lies.length} lies`);
  await assert.rejects(
    checkBackend({ url: 'http://localhost:1/', oidcPort: 70_000 }),
    (error: unknown) => error instanceof TypeError && error.message.includes('oidcPort'),
  );
});

test('the broken servers fit the code of the server', () => {
  for (const { what, changes } of brokenServers)
    for (const [file, from] of changes)
      assert.ok(readFileSync(join(root, file), 'utf8').includes(from), `${what}: ${file} no longer has ${from}`);
});

// The whole kit checks them, and all other broken servers, in a run of all proofs.
declareBroken(
  brokenServers.filter(({ rules }) => rules[0] === 'challenge-single-use'),
  () => ['challenge-single-use', 'challenge-bound', 'challenge-random'],
);

describe('a backend with an account and without sign-up', () => {
  let server: FederatedServer;
  let front: Server;
  let url: string;
  let breaksAfterMegabytes = false;
  let isBroken = false;
  before(async () => {
    server = await startFederatedServer({ listens: true });
    const endUser = createPerson(server, 'ada');
    await endUser.browser.post('/signup', { username: 'ada', password: 'correct horse battery' });
    // The same server behind a front that has no sign-up, and closes the connection when it is sent a megabyte.
    front = createServer((request, response) => {
      if (isBroken) return void request.socket.destroy();
      if (Number(request.headers['content-length']) > 1_000_000) {
        isBroken = breaksAfterMegabytes;
        return void request.socket.destroy();
      }
      if (request.url!.startsWith('/signup')) return void response.writeHead(404).end();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void fetch(server.origin + request.url, {
          method: request.method!,
          redirect: 'manual',
          headers: Object.entries(request.headersDistinct)
            .filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
            .flatMap(([name, values]) => values!.map((value): [string, string] => [name, value]))
            // The front and the server have different ports.
            .map(([name, value]): [string, string] => [name, value === 'same-site' ? 'same-origin' : value]),
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        }).then(async (answer) => {
          response.writeHead(answer.status, [...answer.headers].flat());
          response.end(Buffer.from(await answer.arrayBuffer()));
        });
      });
    });
    await new Promise<void>((resolve) => {
      front.listen(0, 'localhost', resolve);
    });
    url = `http://localhost:${(front.address() as AddressInfo).port}`;
  });
  after(async () => {
    front.close();
    front.closeAllConnections();
    await server.stop();
  });

  test('is checked by name and password', async () => {
    const report = await checkBackend({
      url,
      origin: server.origin,
      rate: Infinity,
      signIn: { username: 'ada', password: 'correct horse battery' },
      only: [
        'sign-in-verified',
        'challenge-single-use',
        'accounts',
        'password-changed',
        'account-deletion',
        'second-factor-works',
      ],
    });
    const outcomes = new Set(
      report.results.filter(({ rule }) => rule === 'sign-in-verified').map(({ outcome }) => outcome),
    );
    assert.ok(outcomes.has('passed'));
    assert.ok(!outcomes.has('failed'), notPassed(report).join('\n'));
    assert.ok(report.chapters.missing.includes('accounts'));
    assert.ok(report.results.some(({ chapter, outcome }) => chapter === 'accounts' && outcome === 'not-implemented'));
    assert.deepEqual(report.accounts, []);
    // The account that was named still has its password, and only that.
    const own = report.results.find(({ id }) => id === 'password-changed')!;
    assert.match(own.reason!, /needs an account that it may change/);
    const { status, body } = await server
      .visitor()
      .post('/login', { username: 'ada', password: 'correct horse battery' });
    assert.deepEqual([status, body], [200, {}]);
  });

  test('may close the connection while megabytes are sent', async () => {
    const check = { url, origin: server.origin, rate: Infinity, only: ['sign-in-megabytes'] };
    assert.deepEqual(notPassed(await checkBackend(check)), []);
    breaksAfterMegabytes = true;
    assert.match(notPassed(await checkBackend(check)).join(), /^sign-in-megabytes: GET .session got no answer/);
    breaksAfterMegabytes = isBroken = false;
  });

  test('says what it could not check without an account', async () => {
    const report = await checkBackend({
      url,
      origin: server.origin,
      rate: Infinity,
      only: ['sign-in', 'session-of-visitor'],
    });
    const [visitor, member] = report.results;
    assert.equal(visitor!.outcome, 'passed');
    assert.equal(member!.outcome, 'not-checked');
    assert.match(member!.reason!, /needs a signed-in user, .* name an account with --user/);
  });
});

test('a sign-in that leads to several accounts is checked with the name and password that the kit was given', async () => {
  const [password, members] = ['correct horse battery', ['ada', 'bo']] as const;
  const site = await startFamilySite(password, members);
  for (const username of members) await site.server.visitor().post('/signup', { username, password });
  const check: CheckBackendOptions = { url: site.origin, rate: Infinity, only: ['account-chosen'] };
  const signIn = { username: 'family', password };
  const report = await checkBackend({ ...check, signIn });
  const found = await checkBackend({
    ...check,
    signIn,
    async send(request) {
      if (new URL(request.url).pathname !== '/session/account') return fetch(request);
      // Any choice is taken for the first account.
      return fetch(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify({ id: members[0] }),
      });
    },
  });
  const without = await checkBackend(check);
  await site.stop();
  assert.deepEqual(notPassed(report), []);
  assert.ok(report.results.length >= 3);
  assert.match(notPassed(found).join(), /^account-chosen: An account that is not in the list returned 200/);
  assert.ok(without.results.every(({ outcome, reason }) => outcome === 'not-checked' && /--user/.test(reason!)));
});

test('a backend that limits failures is not judged by its 429', async () => {
  const server = await startFederatedServer({ listens: true, config: { limitFailures: true } });
  const report = await checkBackend({ url: server.origin, rate: Infinity, only: ['sign-in-verified'] });
  await server.stop();
  assert.deepEqual(
    report.results.filter(({ outcome }) => outcome === 'failed'),
    [],
  );
  assert.ok(report.results.some(({ reason = '' }) => reason.includes('Turn off the rate limits')));
});

test('a wrong option is a TypeError that names it', async () => {
  const url = 'http://localhost:9/';
  await assert.rejects(checkBackend({ url: 'localhost' }), { name: 'TypeError', message: /"url"/ });
  await assert.rejects(checkBackend({ url: 'ftp://localhost/' }), { name: 'TypeError', message: /"url"/ });
  await assert.rejects(checkBackend({ url, origin: 'here' }), { name: 'TypeError', message: /"origin"/ });
  await assert.rejects(checkBackend({ url, rate: 0 }), { name: 'TypeError', message: /"rate"/ });
  await assert.rejects(checkBackend({ url, deadline: Number.NaN }), { name: 'TypeError', message: /"deadline"/ });
  await assert.rejects(checkBackend({ url, only: ['nothing'] }), { name: 'TypeError', message: /nothing/ });
});

test('a backend that is not there is unreachable', async () => {
  const empty = createServer((_request, response) => response.writeHead(404).end());
  const port = await findFreePort();
  await new Promise<void>((resolve) => {
    empty.listen(port, 'localhost', resolve);
  });
  const url = `http://localhost:${port}/`;
  await assert.rejects(checkBackend({ url }), { name: 'BackendUnreachable', message: /returned 404/ });
  empty.close();
  empty.closeAllConnections();
  await assert.rejects(checkBackend({ url }), (error) => error instanceof BackendUnreachable);
});

/** Serves `answer` while `check` runs, with a garbage collection every few milliseconds. */
async function besideGarbageCollections(
  answer: (response: ServerResponse) => void,
  check: (url: string) => Promise<void>,
): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const collecting = setInterval(collect, 20);
  try {
    await check(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    clearInterval(collecting);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const silences: [what: string, answer: (response: ServerResponse) => void][] = [
  ['does not answer', () => {}],
  ['begins an answer and does not end it', (response) => void response.writeHead(200).write('{')],
];
for (const [what, answer] of silences) {
  test(`a backend that ${what} is given up after the deadline`, () =>
    besideGarbageCollections(answer, async (url) => {
      await assert.rejects(checkBackend({ url, deadline: 300 }), {
        name: 'BackendUnreachable',
        message: /got no answer within 0\.3 seconds/,
      });
    }));
}

test('a backend whose answer never ends is given up after 1 MB', async () => {
  let sent = 0;
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
    response.once('drain', () => pour(response));
  };
  await besideGarbageCollections(pour, async (url) => {
    await assert.rejects(checkBackend({ url }), { name: 'BackendUnreachable', message: /an answer of more than 1 MB/ });
  });
  // what the kernel and the streams take in between, for each of the first requests
  assert.ok(sent < 100_000_000, `${sent} bytes were sent`);
});

test('a function that sends nothing, and heeds no signal, is given up after the deadline', async () => {
  const send = () => new Promise<never>(() => {});
  await assert.rejects(checkBackend({ url: 'http://localhost:9/', send, deadline: 100 }), {
    name: 'BackendUnreachable',
    message: /within 0\.1 seconds/,
  });
});

/** The reference server, in front of which `change` may answer first. */
async function checkBehind(
  change: (request: Request) => Response | Promise<Response> | undefined,
  options: Partial<CheckBackendOptions> = {},
) {
  const server = await startFederatedServer({ listens: true });
  try {
    const send = async (request: Request) => change(request) ?? fetch(request);
    return await checkBackend({ url: server.origin, rate: Infinity, send, ...options });
  } finally {
    await server.stop();
  }
}

test('what a failed sign-in would have to prove is not judged after it', async () => {
  const fail = ({ url }: Request) =>
    url.endsWith('/webauthn/login/verify')
      ? Response.json({ error: 'verification_failed' }, { status: 400 })
      : undefined;
  const only = ['sign-in-verified', 'challenge-bound', 'unknown-passkey', 'sign-in-works', 'user-handle-matches'];
  const { results, findings } = await checkBehind(fail, { only });
  assert.deepEqual(
    findings.map(({ cause }) => cause),
    ['sign-in'],
  );
  const others = results.filter(({ id, outcome }) => id !== 'sign-in' && outcome !== 'not-implemented');
  assert.ok(others.length > 50);
  for (const { id, outcome, reason } of others) {
    assert.equal(outcome, 'not-checked', id);
    assert.match(reason!, /^The case sign-in failed before: A correct sign-in returned 400/);
  }
});

/** The reference server with the providers of the kit, which has every chapter, in front of which `change` may answer. */
async function checkComplete(
  own: Partial<ServerConfig>,
  only: string[],
  change: (request: Request) => Promise<Response> = (request) => fetch(request),
): Promise<BackendReport> {
  const { config, oidcPort } = await kitProvider();
  const server = await startCompleteServer({
    listens: true,
    config: { ...config, ...own },
    clock: createRunningClock(),
  });
  try {
    const { emailIssuer } = server;
    return await checkBackend({ url: server.origin, rate: Infinity, oidcPort, emailIssuer, send: change, only });
  } finally {
    await server.stop();
  }
}

const termsUrl = 'https://app.example/terms';
const ofProvider = [
  'provider-sign-in',
  'provider-verified',
  'provider-mix-up',
  'callback-state',
  'return-to',
  'fedcm-token',
];

test('a refusal after which a sign-in waits for a step is a finding in every way to sign in', async () => {
  const refused = [
    'session-renewed-at-sign-in',
    'sign-in-challenge-of-other-session',
    'sign-in-other-origin',
    'user-handle-of-other-user',
    'removed-passkey',
    'payment-as-sign-in',
    'sign-up-taken',
    'sign-up-session-renewed',
    'sign-in-challenge-for-sign-up',
    'password-wrong',
    'second-factor-of-visitor',
    'terms-of-visitor',
    'code-wrong-1',
    'email-token-cut',
    'hand-off-pending',
    'device-pending',
    'device-of-other-session',
    'device-after-sign-out',
    'wallet-response-empty',
    'callback-unknown-state',
    'callback-of-other-browser',
    'provider-callback-in-other-browser',
    'provider-callback-twice',
    'provider-unsigned',
    'provider-other-code',
    'provider-mix-up-code',
    'fedcm-token-1',
    'fedcm-unsigned',
  ];
  const { results } = await checkComplete({ termsUrl }, refused, async (request) => {
    const response = await fetch(request);
    if (new URL(request.url).pathname !== '/session') return response;
    const said = (await response.json()) as { signedIn: boolean };
    return Response.json(said.signedIn ? said : { next: { step: 'accept-terms', url: termsUrl }, ...said });
  });
  for (const { id, outcome, reason = '' } of results) {
    assert.equal(outcome, 'failed', `${id}: ${reason}`);
    assert.match(reason, /began a sign-in, which waits for accept-terms\.$/);
  }
  assert.equal(results.length, refused.length);
});

testInFullRuns('a correct server gets no finding where sign-ins at a provider wait for terms', async () => {
  assert.deepEqual(notPassed(await checkComplete({ termsUrl }, ofProvider)), []);
});

for (const [what, config] of firstOf(1, [
  ['nothing', {}],
  ['terms', { termsUrl }],
] as const)) {
  test(`a callback that redirects to whatever address was named is a finding where sign-ins wait for ${what}`, async () => {
    let named: string | null = null;
    const { results } = await checkComplete(config, ['return-to'], async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/auth/start') named = searchParams.get('returnTo');
      const response = await fetch(request);
      if (!pathname.startsWith('/auth/callback') || named === null) return response;
      const headers = new Headers(response.headers);
      headers.set('location', named);
      return new Response(null, { status: 302, headers });
    });
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    // The ninth stays on the site, unless the line break in it is decoded.
    assert.deepEqual(
      failed,
      [1, 2, 3, 4, 5, 6, 7, 8, 10].map((number) => `returned-to-${number}`),
    );
    assert.ok(results.every(({ outcome }) => outcome === 'failed' || outcome === 'passed'));
  });

  testInFullRuns(
    `a callback that always redirects to the start page is a finding where sign-ins wait for ${what}`,
    async () => {
      const { results } = await checkComplete(config, ['return-to'], async (request) => {
        const response = await fetch(request);
        if (!new URL(request.url).pathname.startsWith('/auth/callback')) return response;
        const headers = new Headers(response.headers);
        headers.set('location', '/');
        return new Response(null, { status: 302, headers });
      });
      const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
      assert.deepEqual(failed, ['returned-to-page']);
    },
  );
}

testInFullRuns('a backend that begins no flow to another site breaks no rule by that', async () => {
  const report = await checkComplete({}, ['return-to'], async (request) => {
    const to = new URL(request.url).searchParams.get('returnTo');
    if (to === null || /^\/(?![/\\\t%])/.test(to)) return fetch(request);
    return Response.json({ error: 'bad_request' }, { status: 400 });
  });
  assert.deepEqual(notPassed(report), []);
});

const unfinished: ReadonlyArray<readonly [what: string, config: Partial<ServerConfig>]> = [
  ['a verified address', { verifyAddress: 'required' }],
  ['a second factor', { secondFactor: 'required', secondFactorAfterProviders: true }],
];
for (const [what, config] of unfinished) {
  testInFullRuns(`nothing is proven by refusals where sign-ins at a provider wait for ${what}`, async () => {
    const { results } = await checkComplete(config, ofProvider);
    const judged = results.filter(({ id }) => backendCases.find((each) => each.id === id)?.needsProvider);
    assert.ok(judged.length > 100);
    for (const { id, outcome, reason = '' } of judged) {
      assert.equal(outcome, 'not-checked', id);
      assert.match(reason, /waits for (?:verify-address|second-factor)|did not sign in/);
    }
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === 'failed'),
      [],
    );
  });
}

testInFullRuns(
  'a backend that breaks at one kind of body everywhere has one finding, and at one kind of fault',
  async () => {
    const fail = async (request: Request) => {
      const text = await request.clone().text();
      if (text.startsWith('[[[[')) return Response.json({ error: 'server_error' }, { status: 500 });
      const { response = {} } = (text.startsWith('{"id"') ? JSON.parse(text) : {}) as {
        response?: { clientDataJSON?: string };
      };
      const clientData = Buffer.from(response.clientDataJSON ?? '', 'base64url').toString();
      return clientData.includes('"origin":"null"') ? Response.json({}, { status: 500 }) : undefined;
    };
    const server = await startFederatedServer({ listens: true });
    const only = ['malformed-body', 'sign-in-verified', 'registration-verified'];
    const { findings } = await checkBackend({
      url: server.origin,
      rate: Infinity,
      send: async (request) => (await fail(request)) ?? fetch(request),
      only,
    });
    await server.stop();
    assert.deepEqual(
      findings.map(({ cause, cases }) => [cause, cases.length > 1]),
      [
        ['opaque-origin', true],
        ['body-deeply-nested', true],
      ],
    );
  },
);

test('a backend that stops answering is told after the deadline, and nothing more is tried', async () => {
  let asked = 0;
  const hang = ({ url }: Request) => {
    if (url.endsWith('/session')) asked += 1;
    return asked > 3 ? new Promise<never>(() => {}) : undefined;
  };
  const seen: string[] = [];
  const { results, findings } = await checkBehind(hang, { deadline: 500, onStart: (what) => void seen.push(what) });
  assert.ok(seen.length > 10 && seen.every((what) => /^(Asks|Looks) for /.test(what)));
  assert.equal(findings.length, 1);
  const rest = results.slice(results.findIndex(({ outcome }) => outcome === 'failed') + 1);
  assert.ok(rest.length > 500);
  for (const { outcome, reason } of rest) {
    assert.equal(outcome, 'not-checked');
    assert.match(reason!, /^The backend stopped answering: GET \/session got no answer within/);
  }
});

test('20 requests at once are no leak of listeners to Node', async () => {
  const server = await startFederatedServer({ listens: true });
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  const { results } = await checkBackend({ url: server.origin, rate: Infinity, only: ['device-at-once'] });
  process.off('warning', note);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['passed'],
  );
  assert.deepEqual(
    warnings.filter((message) => message.includes('listeners')),
    [],
  );
  await server.stop();
});

test('a check that is aborted ends with the reason', async () => {
  const server = await startFederatedServer({ listens: true });
  const abort = new AbortController();
  const reason = new Error('enough');
  const running = checkBackend({
    url: server.origin,
    rate: Infinity,
    signal: abort.signal,
    onResult: () => abort.abort(reason),
  });
  await assert.rejects(running, reason);
  await server.stop();
});
