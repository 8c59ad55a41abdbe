import type { ServerConfig } from '../../server/src/config/server-config.js';
import type { RuleId } from '../../src/conformance/index.js';

/** A reference server with one rule broken: in `file`, the text `from` is `to`. */
export interface BrokenServer {
  /** What it does wrong. */
  what: string;
  /** The rule that it breaks, and rules that cannot hold without it. */
  rules: readonly [RuleId, ...RuleId[]];
  /** What must be configured for the rule to apply. */
  config?: Partial<ServerConfig>;
  changes: ReadonlyArray<readonly [file: string, from: string, to: string]>;
}

const sessions = 'server/src/sessions/sessions.ts';
const cookieAttributes = 'server/src/http/cookie-attributes.ts';
const sessionCookie = 'server/src/sessions/session-cookie.ts';
const startOfSession = 'server/src/sessions/sign-in.ts';
const signIn = 'server/src/webauthn/verify-authentication.ts';
const registration = 'server/src/webauthn/verify-registration.ts';
const options = 'server/src/webauthn/ceremony-options.ts';
const sessionRoutes = 'server/src/routes/session.ts';
const crossSite = 'server/src/http/middleware/cross-site.ts';
const settings = 'server/src/routes/passkey-settings.ts';
const signInRoute = 'server/src/routes/sign-in.ts';

const termsUrl = 'https://app.example/terms';
const waitingSession = 'authentication: null,\n          endsAt: null,';

const withoutSignatures: BrokenServer['changes'] = [
  ['server/src/oidc/provider.ts', '    enableNonRepudiationChecks,\n', ''],
];

const originOf = (response: string): string =>
  `[String(JSON.parse(Buffer.from(${response}.clientDataJSON as string, 'base64url').toString().replace(/^\\uFEFF/, '')).origin)]`;

export const brokenServers: readonly BrokenServer[] = [
  {
    what: 'lets caches store answers about users',
    rules: ['no-store'],
    changes: [
      [
        'server/src/http/middleware/headers.ts',
        `if (neverStored.test(context.req.path)) context.header('Cache-Control', 'no-store');`,
        '',
      ],
    ],
  },
  {
    what: 'lets scripts read the session cookie',
    rules: ['cookie-http-only'],
    changes: [[cookieAttributes, 'httpOnly: true', 'httpOnly: false']],
  },
  {
    what: 'sends the session cookie over http',
    rules: ['cookie-secure', 'cookie-host-prefix'],
    changes: [
      [sessionCookie, '...cookieAttributes', '...cookieAttributes, secure: false'],
      [sessionCookie, `cookieName = '__Host-sid'`, `cookieName = 'sid'`],
    ],
  },
  {
    what: 'sends the session cookie with requests of other sites',
    rules: ['cookie-same-site'],
    changes: [[cookieAttributes, `sameSite: 'Lax'`, `sameSite: 'None'`]],
  },
  {
    what: 'lets subdomains set the session cookie',
    rules: ['cookie-host-prefix'],
    changes: [[sessionCookie, `cookieName = '__Host-sid'`, `cookieName = 'sid'`]],
  },
  {
    what: 'answers 401 to visitors who ask for the session',
    rules: ['session-answer', 'schema'],
    changes: [
      [
        sessionRoutes,
        `return context.json({ signedIn: false, ...(next && { next }) } satisfies SessionAnswer);`,
        `return context.json({ error: 'unauthenticated' }, 401);`,
      ],
    ],
  },
  {
    what: 'does not say how the user signed in',
    rules: ['session-answer', 'other-device-step-up'],
    changes: [[sessionRoutes, '      authMethod,\n', `      authMethod: 'signup',\n`]],
  },
  {
    what: 'names users by another id than the user handle',
    rules: ['session-user-id'],
    changes: [[sessionRoutes, 'id: account.handle', 'id: account.id']],
  },
  {
    what: 'sets a cookie when a visitor asks for the session',
    rules: ['no-empty-sessions'],
    changes: [
      [
        sessionRoutes,
        'const session = await sessions.read(context);\n    const account',
        `context.header('Set-Cookie', 'visitor=1; Path=/');\n    const session = await sessions.read(context);\n    const account`,
      ],
    ],
  },
  {
    what: 'accepts the cookie from before a sign-in',
    // The second factor is one too: what was copied before it is signed in after it.
    rules: ['session-renewed', 'second-factor-works', 'second-factor-checked', 'second-factor-ends'],
    changes: [
      [
        sessions,
        'const session = id === undefined ? undefined : await store.findSession(id, now());',
        'const session = id === undefined ? undefined : ((await store.findSession(id, now())) ?? (await store.findMovedSession(id, now())));',
      ],
    ],
  },
  {
    what: 'lets a sign-up wait for terms in the session of the cookie from before, too',
    rules: ['session-renewed', 'terms-accepted'],
    config: { termsUrl },
    changes: [
      [
        sessions,
        'const session = id === undefined ? undefined : await store.findSession(id, now());',
        `const moved = id === undefined ? undefined : await store.findMovedSession(id, now());
        const session = id === undefined ? undefined : ((await store.findSession(id, now())) ?? (moved?.authentication ? undefined : moved));`,
      ],
    ],
  },
  {
    what: 'gives the challenges of a cookie that a sign-in has replaced to the new session alone',
    rules: ['replaced-cookie'],
    changes: [
      [
        sessions,
        'if (await save(id, time, { create: createWith(id), replacedBy: moved.id })) return;',
        'if (await save(moved.id, time, keep)) return;',
      ],
    ],
  },
  {
    what: 'ends the session that has replaced a cookie when that cookie asks for a challenge',
    rules: ['replaced-cookie'],
    changes: [
      [
        sessions,
        'replacedBy: moved.id })) return;',
        'replacedBy: moved.id })) return void (await store.endSession(moved.id, time));',
      ],
    ],
  },
  {
    what: 'counts its sessions instead of drawing their ids',
    rules: ['session-ids-random'],
    changes: [
      [
        sessionCookie,
        'const token = createToken(secrets);',
        `const counted = globalThis as { sessionCount?: number };
        counted.sessionCount = (counted.sessionCount ?? 100_000) + 1;
        const token = 'A'.repeat(37) + counted.sessionCount;`,
      ],
    ],
  },
  {
    what: 'expires the cookie at sign-out, and keeps the session',
    rules: ['logout-ends', 'second-factor-ends', 'other-device-bound', 'challenge-bound'],
    changes: [
      [
        sessions,
        'const ended = id === undefined ? [] : await store.endSession(id, now(), named);',
        'const ended = id === undefined || !named ? [] : await store.endSession(id, now(), named);',
      ],
    ],
  },
  {
    what: 'refuses a second sign-out',
    rules: ['logout-idempotent', 'schema'],
    changes: [
      [
        sessionRoutes,
        `context.header('Clear-Site-Data', everything`,
        `if (!session?.authentication) return context.json({ error: 'unauthenticated' }, 401);
    context.header('Clear-Site-Data', everything`,
      ],
    ],
  },
  {
    what: 'does not expire the cookie at sign-out',
    rules: ['logout-clears'],
    changes: [[sessionCookie, 'deleteCookie(context, cookieName, cookieAttributes);', '']],
  },
  {
    what: 'does not clear the cache at sign-out',
    rules: ['logout-clears'],
    changes: [[sessionRoutes, `: '"cache"');`, `: '"executionContexts"');`]],
  },
  {
    what: 'ends whatever session the cookie names',
    rules: ['logout-names-session'],
    changes: [
      [sessionRoutes, 'user !== undefined && authTime !== undefined ? { user, authTime } : undefined', 'undefined'],
    ],
  },
  {
    what: 'issues challenges of 8 bytes',
    rules: ['challenge-random', 'schema', 'provider-sign-in', 'email-token-verified'],
    changes: [
      [
        sessions,
        'async issueSignInChallenge(context, purpose, details) {\n      const challenge = randomText();',
        'async issueSignInChallenge(context, purpose, details) {\n      const challenge = randomText(8);',
      ],
    ],
  },
  {
    what: 'accepts a challenge again and again',
    rules: ['challenge-single-use'],
    changes: [
      [
        'server/src/store/sessions.ts',
        'delete from challenges where session_id in ${presentAndFormerId} and challenge = ? returning purpose, details, expires',
        'select purpose, details, expires from challenges where session_id in ${presentAndFormerId} and challenge = ?',
      ],
    ],
  },
  {
    what: 'accepts challenges of other sessions',
    rules: ['challenge-bound'],
    changes: [
      [
        'server/src/store/sessions.ts',
        'delete from challenges where session_id in ${presentAndFormerId} and challenge = ? returning purpose',
        'delete from challenges where (session_id in ${presentAndFormerId} or 1 = 1) and challenge = ? returning purpose',
      ],
    ],
  },
  {
    what: 'accepts challenges for whatever they were issued for',
    rules: ['challenge-purpose'],
    changes: [['server/src/sessions/challenges.ts', 'taken.purpose !== purpose || ', '']],
  },
  {
    what: 'keeps one challenge per session',
    rules: ['challenge-several'],
    changes: [['server/src/config/limits.ts', 'challengesPerSession = 8', 'challengesPerSession = 1']],
  },
  {
    what: 'uses a challenge up before it looks at the shape of the response',
    rules: ['challenge-survives-refusal'],
    changes: [
      [
        signInRoute,
        'import { readResponse, takeChallenge }',
        `import { readJson } from '../http/middleware/body.js';\nimport { readResponse, takeChallenge }`,
      ],
      [
        signInRoute,
        `const response = readResponse('AuthenticationResponse', context);\n    const stepUp = isStepUp(context);`,
        `const given = readJson(context);\n    const stepUp = isStepUp(context);`,
      ],
      [
        signInRoute,
        `const challenge = await takeChallenge(services, sessionId, response, stepUp ? 'step-up' : 'login');`,
        `const challenge = await takeChallenge(services, sessionId, given, stepUp ? 'step-up' : 'login');
         const response = readResponse('AuthenticationResponse', context);`,
      ],
    ],
  },
  {
    what: 'lists a passkey to visitors',
    rules: ['request-options'],
    changes: [[options, 'allowCredentials: [],', `allowCredentials: [{ id: 'AAAA', type: 'public-key' as const }],`]],
  },
  {
    what: 'requests passkeys of another RP ID',
    rules: ['request-options'],
    changes: [
      [
        options,
        `rpId: config.rpId,\n    timeout: challengeLifetime,\n    userVerification: 'preferred',`,
        `rpId: 'other.example',\n    timeout: challengeLifetime,\n    userVerification: 'preferred',`,
      ],
    ],
  },
  {
    what: 'creates passkeys that browsers cannot offer',
    rules: ['creation-options'],
    changes: [
      [
        options,
        `residentKey: 'required', requireResidentKey: true`,
        `residentKey: 'preferred', requireResidentKey: false`,
      ],
    ],
  },
  {
    what: 'does not exclude the passkeys that the account has',
    rules: ['creation-options'],
    changes: [[options, 'excludeCredentials: credentials.map(describeCredential)', 'excludeCredentials: []']],
  },
  {
    what: 'makes the name the user handle',
    rules: ['user-handle'],
    changes: [
      [
        'server/src/routes/accounts.ts',
        'handle: randomText(),',
        `handle: Buffer.from(compared).toString('base64url'),`,
      ],
    ],
  },
  {
    what: 'says that a verified sign-in was not verified',
    rules: ['sign-in-works', 'schema'],
    changes: [
      [
        signInRoute,
        'return context.json({ verified: true, ...signedIn });',
        'return context.json({ verified: false, ...signedIn });',
      ],
    ],
  },
  {
    what: 'says that no passkey is backed up',
    rules: ['registration-works'],
    changes: [
      [
        'server/src/routes/register.ts',
        'return context.json({ verified: true, backedUp: passkey.backedUp });',
        'return context.json({ verified: true, backedUp: false });',
      ],
    ],
  },
  {
    what: 'does not offer RS256',
    rules: ['registration-works'],
    changes: [['server/src/webauthn/public-key.ts', '  -8,\n  -7,\n  -257,\n', '  -8,\n  -7,\n']],
  },
  {
    what: 'accepts sign-ins from every origin',
    rules: ['sign-in-verified'],
    changes: [
      [signIn, 'checkClientData(clientData, {', 'checkClientData({ ...clientData, origin: check.origins[0] }, {'],
      [signIn, 'expectedOrigin: [...check.origins]', `expectedOrigin: ${originOf('response')}`],
    ],
  },
  {
    what: 'accepts sign-ins for another RP ID',
    rules: ['sign-in-verified'],
    changes: [[signIn, 'expectedRPID: check.rpId', `expectedRPID: [check.rpId, 'phisher.example']`]],
  },
  {
    what: 'accepts every signature',
    rules: ['sign-in-verified'],
    changes: [[signIn, `if (!verified) throw new VerificationError(401, 'the signature is wrong');`, '']],
  },
  {
    what: 'accepts client data that names the origin twice',
    rules: ['sign-in-verified', 'registration-verified'],
    changes: [
      [
        'server/src/webauthn/client-data.ts',
        `if (countMembers(text) !== Object.keys(clientData).length) refuse('clientDataJSON names a member twice');`,
        '',
      ],
    ],
  },
  {
    what: 'accepts frames of every page',
    rules: ['sign-in-verified', 'registration-verified'],
    changes: [
      ['server/src/webauthn/client-data.ts', 'checkEmbedding(clientData, expected.embedders);', ''],
      [signIn, 'expectedTopOrigin: [...check.embedders],', ''],
    ],
  },
  {
    what: 'accepts the user handle of another user',
    rules: ['user-handle-matches'],
    changes: [
      [
        'server/src/webauthn/passkey-proof.ts',
        `if (userHandle !== undefined && userHandle !== found.ownerHandle) throw new Refusal(400, 'wrong_user_handle');`,
        '',
      ],
    ],
  },
  {
    what: 'does not say that a passkey is unknown',
    rules: ['unknown-passkey'],
    changes: [
      [
        'server/src/webauthn/passkey-proof.ts',
        `throw new Refusal(404, 'unknown_credential', { body: { rpId: config.rpId, credentialId } });`,
        `throw new Refusal(401, 'rejected', { body: { rpId: config.rpId, credentialId } });`,
      ],
    ],
  },
  {
    what: 'ignores the counter',
    rules: ['counter-increases'],
    changes: [
      ['server/src/store/credentials.ts', 'and (counter = 0 or cast(? as bigint)', 'and (1 = 1 or cast(? as bigint)'],
    ],
  },
  {
    what: 'steps up without user verification',
    rules: ['step-up'],
    changes: [[signInRoute, 'requireUserVerification: stepUp', 'requireUserVerification: false']],
  },
  {
    what: 'forgets at a step-up the challenge of a passkey that was created before it',
    rules: ['challenge-survives-refusal'],
    changes: [
      [
        'server/src/store/session-statements.ts',
        "...moveChallengesStatements(previousId, id, ['register']),\n    ...rememberBrowserStatements",
        '...moveChallengesStatements(previousId, id, []),\n    ...rememberBrowserStatements',
      ],
    ],
  },
  {
    what: 'lists no passkeys for a step-up',
    rules: ['step-up'],
    changes: [[options, 'allowCredentials: credentials.map(describeCredential)', 'allowCredentials: []']],
  },
  {
    what: 'accepts registrations from every origin',
    rules: ['registration-verified'],
    changes: [
      [
        registration,
        'checkClientData(parseClientData(response.clientDataJSON), {',
        'checkClientData({ ...parseClientData(response.clientDataJSON), origin: check.origins[0] }, {',
      ],
      [registration, 'expectedOrigin: [...check.origins]', `expectedOrigin: ${originOf('response')}`],
    ],
  },
  {
    what: 'accepts registrations for another RP ID',
    rules: ['registration-verified'],
    changes: [[registration, 'expectedRPID: check.rpId', `expectedRPID: [check.rpId, 'phisher.example']`]],
  },
  {
    what: 'accepts weak keys',
    rules: ['registration-verified'],
    changes: [[registration, 'checkKeyStrength(credential.publicKeyMembers, algorithm);', '']],
  },
  {
    what: 'stores a passkey under the id that the page names',
    rules: ['registration-verified'],
    changes: [
      [
        registration,
        `if (encodeBase64url(credential.id) !== id) refuse('id is not that of the attested credential');`,
        '',
      ],
    ],
  },
  {
    what: 'answers 403 to visitors',
    rules: ['needs-session', 'second-factor-required', 'schema'],
    changes: [
      [
        sessions,
        `if (!session?.authentication) throw new Refusal(401, 'unauthenticated');`,
        `if (!session?.authentication) throw new Refusal(403, 'unauthenticated');`,
      ],
    ],
  },
  {
    what: 'answers 500 to a body that is not JSON',
    rules: ['malformed-body', 'schema'],
    changes: [
      ['server/src/http/json.ts', `if (cause instanceof SyntaxError) throw`, `if (cause instanceof RangeError) throw`],
    ],
  },
  {
    what: 'answers 422 to a body of the wrong shape',
    rules: ['malformed-body', 'schema'],
    changes: [
      [
        'server/src/http/contract.ts',
        `throw new Refusal(400, 'bad_request'`,
        `throw new Refusal(422 as 400, 'bad_request'`,
      ],
    ],
  },
  {
    what: 'reads JSON whatever its content type is',
    rules: ['malformed-body'],
    changes: [
      [
        'server/src/http/middleware/body.ts',
        `if (mediaType(context) !== 'application/json') {`,
        `if (mediaType(context) === 'image/png') {`,
      ],
    ],
  },
  {
    what: 'accepts bodies of 32 MB',
    rules: ['body-limit'],
    changes: [['server/src/http/middleware/body.ts', 'const limit = 32_768;', 'const limit = 32_768_000;']],
  },
  {
    what: 'accepts requests of other sites',
    rules: ['cross-site'],
    changes: [[crossSite, 'if (!ours)\n      throw', 'if (site === undefined && !ours) throw']],
  },
  {
    what: 'accepts origins that begin like its own',
    rules: ['cross-site'],
    changes: [[crossSite, 'origins.includes(origin)', 'origins.some((own) => origin.startsWith(own))']],
  },
  {
    what: 'accepts requests of other origins of the site',
    rules: ['cross-site'],
    changes: [[crossSite, `site === 'same-origin'`, `site !== 'cross-site'`]],
  },
  {
    what: 'accepts requests that do not say where they come from',
    rules: ['cross-site'],
    changes: [
      [
        crossSite,
        'origin !== undefined && origins.includes(origin)',
        'origin === undefined || origins.includes(origin)',
      ],
    ],
  },
  {
    what: 'refuses browsers without Sec-Fetch-Site',
    rules: ['own-pages'],
    changes: [[crossSite, 'origin !== undefined && origins.includes(origin)', 'false']],
  },
  {
    what: 'signs out by a link',
    rules: ['methods'],
    changes: [
      [
        'server/src/routing.ts',
        '  return routes;',
        `  const { POST } = routes.get('/logout')!;
  routes.set('/logout', { POST: POST!, GET: [readBodies, POST!.at(-1)!] });
  return routes;`,
      ],
    ],
  },
  {
    what: 'tells whether a name exists',
    rules: ['enumeration'],
    changes: [
      [
        'server/src/routes/passwords.ts',
        `if (!isRight) throw new Refusal(401, 'rejected');`,
        `if (!isRight) throw new Refusal(401, account ? 'rejected' : 'unknown_user');`,
      ],
    ],
  },
  {
    what: 'ignores spaces around passwords',
    rules: ['password-checked'],
    changes: [
      [
        'server/src/accounts/passwords.ts',
        'deriveNormalized(password, Buffer',
        'deriveNormalized(password.trim(), Buffer',
      ],
    ],
  },
  {
    what: 'answers 400 to a name that is taken',
    rules: ['name-taken'],
    changes: [
      [
        'server/src/routes/accounts.ts',
        `if (await store.isTaken(compared, skeleton)) throw new Refusal(409, 'taken');`,
        `if (await store.isTaken(compared, skeleton)) throw new Refusal(400, 'taken');`,
      ],
    ],
  },
  {
    what: 'lists no passkeys',
    rules: ['passkey-list'],
    changes: [
      [
        settings,
        'credentials: credentials.map(listCredential),',
        'credentials: credentials.slice(0, 0).map(listCredential),',
      ],
    ],
  },
  {
    what: 'escapes nicknames',
    rules: ['passkey-list'],
    changes: [
      [
        settings,
        `textAsWritten('nickname', nickname, longestNickname)`,
        `textAsWritten('nickname', nickname, longestNickname).replaceAll('<', '&lt;')`,
      ],
    ],
  },
  {
    what: 'says that the last passkey was removed',
    rules: ['last-way-in'],
    changes: [[settings, `if (outcome === 'last-way-in')`, `if (outcome === ('none' as string))`]],
  },
  {
    what: 'lets users name the passkeys of others',
    rules: ['own-resources'],
    changes: [
      [
        'server/src/store/credentials.ts',
        'update credentials set nickname = ? where id = ? and user_id = ? returning *',
        `update credentials set nickname = ? where id = ? and (user_id = ? or 1 = 1) returning *`,
      ],
    ],
  },
  {
    what: 'calls a missing passkey a missing endpoint',
    rules: ['not-found'],
    changes: [
      [
        settings,
        `if (!credential) throw new Refusal(404, 'not_found');`,
        `if (!credential) throw new Refusal(404, 'unsupported');`,
      ],
    ],
  },
  {
    what: 'marks every session as the current one',
    rules: ['session-list'],
    changes: [
      [
        'server/src/routes/session-list.ts',
        'listSession(providers, session, isCurrent(session))',
        'listSession(providers, session, true)',
      ],
    ],
  },
  {
    what: 'takes a session off the list without ending it',
    rules: ['session-revoked'],
    changes: [
      [
        'server/src/routes/session-list.ts',
        "const ended = await store.endListedSession(session.authentication.userId, id, time, causeOf(session, time));\n    if (!ended) throw new Refusal(404, 'not_found');\n    await grants.giveBack([ended]);",
        "const ended = (await store.listSessions(session.authentication.userId, time)).some(({ publicId }) => publicId === id);\n    void causeOf;\n    if (!ended) throw new Refusal(404, 'not_found');\n    void grants;",
      ],
    ],
  },
  {
    what: 'leads to whatever address a sign-in at a provider named',
    rules: ['return-to'],
    changes: [
      [
        'server/src/oidc/plan-flow.ts',
        `const returnTo = safeReturnTo(query.get('returnTo') ?? undefined);`,
        `const returnTo = query.get('returnTo') ?? '/';`,
      ],
    ],
  },
  {
    what: 'sends the code challenge in plain text',
    rules: ['authorization-request'],
    changes: [['server/src/oidc/provider.ts', `code_challenge_method: 'S256'`, `code_challenge_method: 'plain'`]],
  },
  {
    what: 'verifies an address by any code',
    rules: ['code-checked'],
    changes: [
      [
        'server/src/routes/one-time-codes.ts',
        '!hashes.matches(given, code.sessionId, code.hash) || ',
        'given.length === 0 || ',
      ],
    ],
  },
  {
    what: 'sets a cookie with its well-known document',
    rules: ['well-known'],
    changes: [
      [
        'server/src/routes/related-origins.ts',
        'return (context) => context.json({ origins: config.origins });',
        `return (context) => {\n    context.header('Set-Cookie', 'visitor=1; Path=/');\n    return context.json({ origins: config.origins });\n  };`,
      ],
    ],
  },
  {
    what: 'keeps the old password beside the new one',
    rules: ['password-changed'],
    changes: [
      [
        'server/src/store/accounts.ts',
        `set password_hash = ?, password_trusted_from = null where id = ? returning id`,
        `set password_hash = coalesce(password_hash, ?) where id = ? returning id`,
      ],
    ],
  },
  {
    what: 'deletes accounts without the days to restore them that it states',
    rules: ['account-deletion'],
    changes: [
      [
        'server/src/store/account-deletion.ts',
        'where id = ? and deletes_at > ? returning id',
        'where id = ? and deletes_at > ? + 1e15 returning id',
      ],
    ],
  },
  {
    what: 'leaves other sessions as they are when all are to end',
    rules: ['session-revoked', 'account-deletion'],
    changes: [
      [
        'server/src/store/session-statements.ts',
        `delete from sessions where user_id = ? and public_id <> ? returning public_id, user_id, refresh_token`,
        `select * from sessions where user_id = ? and public_id <> ?`,
      ],
    ],
  },
  {
    what: 'still deletes an account after a sign-in',
    rules: ['account-deletion'],
    changes: [
      [
        'server/src/store/security-events.ts',
        `const isKept = 'id = ? and deletes_at > ?';`,
        `const isKept = 'id = ? and deletes_at > ? + 1e15';`,
      ],
    ],
  },
  {
    what: 'unlinks the only way to sign in',
    rules: ['last-way-in'],
    changes: [
      ['server/src/store/identities.ts', 'or ${isWayIn}) returning issuer', 'or ${isWayIn} or 1 = 1) returning issuer'],
    ],
  },
  {
    what: 'lists the security events of all accounts',
    rules: ['security-events'],
    changes: [
      [
        'server/src/store/security-events.ts',
        'select * from security_events where user_id = ?',
        `select * from security_events where user_id >= substr(?, 1, 0)`,
      ],
    ],
  },
  {
    what: 'signs in by the password alone, and asks for the second factor afterwards',
    rules: ['second-factor-required'],
    changes: [
      [
        startOfSession,
        `? await nextSteps.find({ userId, authMethod, secondFactor, acceptedTerms, verifiesAddress, hasNewPassword })`,
        `? await nextSteps.find({ userId, authMethod: 'passkey-uv', secondFactor, acceptedTerms, verifiesAddress, hasNewPassword })`,
      ],
    ],
  },
  {
    what: 'takes a passkey without user verification for two factors',
    rules: ['second-factor-required'],
    changes: [
      [
        'server/src/second-factor/next-steps.ts',
        `if (policy === 'off' || authMethod === 'passkey-uv') return false;`,
        `if (policy === 'off' || authMethod.startsWith('passkey')) return false;`,
      ],
    ],
  },
  {
    what: 'takes the code of an authenticator app again until it changes',
    rules: ['second-factor-checked'],
    changes: [
      ['server/src/store/second-factors.ts', 'sealed = ? and last_step < ?', 'sealed = ? and last_step < ? + 1e9'],
    ],
  },
  {
    what: 'keeps recovery codes that were used',
    rules: ['second-factor-checked'],
    changes: [
      [
        'server/src/store/second-factors.ts',
        `'delete from recovery_codes where user_id = ? and hash = ? returning hash'`,
        `'select hash from recovery_codes where user_id = ? and hash = ?'`,
      ],
    ],
  },
  {
    what: 'takes any number of codes for one sign-in',
    rules: ['second-factor-ends'],
    changes: [['server/src/config/limits.ts', 'triesPerSignIn = 10', 'triesPerSignIn = 1000']],
  },
  {
    what: 'lets a session that waits for a second factor read the settings of its account',
    rules: ['second-factor-required'],
    changes: [
      [
        'server/src/routes/second-factor.ts',
        `    const { authentication } = await services.sessions.demand(context);
    return context.json(await describe(services, authentication.userId));`,
        `    const waiting = await demandWaiting(services, context).catch(() => undefined);
    const { authentication } = waiting?.pending ?? (await services.sessions.demand(context));
    return context.json(await describe(services, authentication.userId));`,
      ],
    ],
  },
  {
    what: 'lets an account remove its second factor although every account needs one',
    rules: ['second-factor-required'],
    config: { secondFactor: 'required' },
    changes: [
      [
        'server/src/routes/second-factor.ts',
        `const isRequired = config.secondFactor === 'required';`,
        'const isRequired = config === undefined;',
      ],
    ],
  },
  {
    what: 'signs in before the terms are accepted',
    rules: ['terms-accepted'],
    config: { termsUrl },
    changes: [
      [
        startOfSession,
        waitingSession,
        `authentication: next.step === 'accept-terms' ? authentication : null,\n          endsAt: null,`,
      ],
    ],
  },
  {
    what: 'takes other terms for those that a sign-in waits for',
    rules: ['terms-accepted'],
    config: { termsUrl },
    changes: [['server/src/routes/next-steps.ts', 'if (url !== termsUrl) return refuseCode();', '']],
  },
  {
    what: 'signs in before the address is verified',
    rules: ['address-verified'],
    config: { verifyAddress: 'added' },
    changes: [
      [
        startOfSession,
        waitingSession,
        `authentication: next.step === 'verify-address' ? authentication : null,\n          endsAt: null,`,
      ],
    ],
  },
  {
    what: 'completes no sign-in whose address was verified',
    rules: ['address-verified'],
    config: { verifyAddress: 'added' },
    changes: [
      [
        'server/src/one-time-codes/accept-proof.ts',
        'if (waiting) return completeWithAddress(services, context, waiting, proof);',
        'if (waiting) return { signedIn: false };',
      ],
    ],
  },
  {
    what: 'believes unsigned ID tokens',
    rules: ['provider-verified', 'provider-mix-up'],
    changes: withoutSignatures,
  },
  {
    what: 'believes unsigned ID tokens, where each sign-in then waits for terms',
    rules: ['provider-verified', 'provider-mix-up'],
    config: { termsUrl },
    changes: withoutSignatures,
  },
  {
    what: 'believes unsigned ID tokens, where each sign-in then waits for a code that the kit cannot read',
    rules: ['provider-verified', 'provider-mix-up'],
    config: { verifyAddress: 'required' },
    changes: withoutSignatures,
  },
  {
    what: 'does not compare ID tokens with the access token',
    rules: ['provider-verified'],
    changes: [
      ['server/src/oidc/id-token.ts', 'if (hash !== undefined && !isHash', 'if (hash === accessToken && !isHash'],
    ],
  },
  {
    what: 'does not look at the party that a token was issued to',
    rules: ['fedcm-token'],
    changes: [['server/src/oidc/id-token.ts', 'azp !== undefined && azp !== clientId', 'azp === ""']],
  },
  {
    what: 'knows users of the provider by their name',
    rules: ['provider-sign-in'],
    changes: [
      [
        'server/src/oidc/provider.ts',
        'return { subject: subjectOf(idToken, settings), claims,',
        'return { subject: String(idToken["preferred_username"] ?? idToken.sub), claims,',
      ],
    ],
  },
  {
    what: 'accepts FedCM tokens for other clients',
    rules: ['fedcm-token'],
    changes: [['server/src/fedcm/provider.ts', '        ...(audience !== undefined && { audience }),\n', '']],
  },
  {
    what: 'confirms another amount than the one that was ordered',
    rules: ['payment-verified'],
    changes: [
      [
        'server/src/webauthn/payment-data.ts',
        `'total.value': total.value === expected.total.value,`,
        `'total.value': true,`,
      ],
    ],
  },
  {
    what: 'renews the cookie of a bound session for any key',
    rules: ['binding-verified'],
    changes: [['server/src/routes/bound-sessions.ts', 'await verifyProof(proof, binding.key);', '']],
  },
  {
    what: 'renews the cookie of a bound session for any challenge',
    rules: ['challenge-bound', 'challenge-single-use'],
    changes: [
      [
        'server/src/routes/bound-sessions.ts',
        `if (taken?.purpose === 'refresh' && taken.expires > now()) {`,
        'if (taken ?? true) {',
      ],
    ],
  },
  {
    what: 'binds sessions to keys whose signature it does not look at',
    rules: ['binding-verified'],
    changes: [['server/src/routes/bound-sessions.ts', 'await verifyProof(proof, key);', '']],
  },
  {
    what: 'believes every response to a request of the session to a wallet',
    rules: ['wallet-verified'],
    changes: [['server/src/routes/wallet-proof.ts', 'claims: await recognized.verify()', 'claims: {}']],
  },
  {
    what: 'sends all wallets the same nonce',
    rules: ['wallet-request'],
    changes: [['server/src/wallet/pending-requests.ts', 'nonce: randomText(),', `nonce: 'A'.repeat(43),`]],
  },
  {
    what: 'signs a device in although the session that approved it has ended',
    rules: ['other-device-bound'],
    changes: [
      [
        'server/src/store/hand-offs.ts',
        `          values: [approvedBy, userId, now],
          required: true,`,
        '          values: [approvedBy, userId, now],',
      ],
    ],
  },
  {
    what: 'leaves sign-ins that were approved when the user ends all other sessions',
    rules: ['other-device-ends'],
    changes: [
      ['server/src/store/in-flight.ts', `status in ('proven', 'confirmed', 'taken') and`, `status = 'none' and`],
    ],
  },
  {
    what: 'takes the authentication at another device for one at this one',
    rules: ['other-device-step-up'],
    changes: [['server/src/sessions/freshness.ts', `authMethod !== 'other_device' && `, '']],
  },
  {
    what: 'lets any session redeem the sign-in of a device',
    rules: ['other-device-bound', 'hand-off-bound'],
    changes: [
      [
        'server/src/hand-off/hand-offs.ts',
        'sessionId === undefined ? undefined : await store.findOwnHandOff(id, sessionId)',
        'await store.findHandOff(id)',
      ],
    ],
  },
  {
    what: 'takes email tokens that the browser signed for another nonce',
    rules: ['email-token-verified'],
    changes: [
      [
        'server/src/email-verification/token.ts',
        `if (binding['nonce'] !== context.nonce) refuse('nonce', 'the browser signed another nonce');`,
        '',
      ],
    ],
  },
  {
    what: 'takes email tokens for other origins',
    rules: ['email-token-verified'],
    changes: [
      [
        'server/src/email-verification/token.ts',
        `if (!context.origins.includes(binding['aud'] as string)) refuse('origin', 'the token is for another origin');`,
        '',
      ],
    ],
  },
];
