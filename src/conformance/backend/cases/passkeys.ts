import { fromBase64Url } from '../../../base/bytes.js';
import { createAuthenticator } from '../../authenticator.js';
import { faults, type CeremonyKind, type FaultName } from '../../faults/index.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import {
  creationOptions,
  errorOf,
  expect,
  expectNoSignIn,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  readSession,
  register,
  requestOptions,
  require,
  signIn,
} from '../kit.js';

const core = casesOf('core');
const { must, should, advice } = core;
const userHandle = ofRule(must, 'user-handle');
const optionsToCreate = ofRule(must, 'creation-options');

interface CreationSaid {
  rp?: { id?: unknown; name?: unknown };
  user?: { id?: unknown; name?: unknown };
  pubKeyCredParams?: ReadonlyArray<{ alg?: unknown }>;
  authenticatorSelection?: { residentKey?: unknown; requireResidentKey?: unknown; userVerification?: unknown };
  excludeCredentials?: ReadonlyArray<{ id?: unknown }>;
  attestation?: unknown;
}

interface RequestSaid {
  rpId?: unknown;
  allowCredentials?: readonly unknown[];
  userVerification?: unknown;
}

const said = (options: unknown): CreationSaid & RequestSaid => options as CreationSaid & RequestSaid;

/** Unusual but right: a verifier that follows WebAuthn accepts them. */
const harmless: Readonly<Record<CeremonyKind, readonly FaultName[]>> = {
  create: ['byte-order-mark', 'user-not-verified'],
  get: ['byte-order-mark', 'user-not-verified', 'malleated-ecdsa-signature'],
};

/** Checked by rules of their own. */
const elsewhere: readonly FaultName[] = ['other-user-handle', 'no-user-handle'];

/** What some verifiers accept without a risk for users. */
const strict: ReadonlySet<FaultName> = new Set([
  'attestation-object-names-a-member-twice',
  'attestation-object-of-indefinite-length',
  'attestation-object-with-other-members',
  'attested-credential-flag-on',
  'bytes-after-the-attestation-object',
  'bytes-after-the-extensions',
  'bytes-after-the-signature',
  'compressed-point',
  'cross-origin-as-text',
  'duplicate-members',
  'empty-credential-id',
  'extension-flag-off',
  'extension-flag-on',
  'extensions-not-a-map',
  'extra-bytes-after-authenticator-data',
  'key-in-longer-form',
  'key-names-a-member-twice',
  'key-with-other-members',
  'padded-ecdsa-signature',
  'padded-id',
  'raw-id-differs',
  'short-rsa-key',
  'statement-in-none-attestation',
  'stray-bits-in-id',
  'token-binding',
  'top-origin-without-cross-origin',
  'unwanted-attestation-format',
  'user-handle-too-long',
]);

const catalogue = Object.entries(faults) as Array<[FaultName, (typeof faults)[FaultName]]>;

const shownIn = (ceremony: CeremonyKind) =>
  catalogue.filter(
    ([name, fault]) =>
      fault.ceremonies.includes(ceremony) &&
      !harmless[ceremony].includes(name) &&
      !(ceremony === 'get' && elsewhere.includes(name)),
  );

const algorithms = [-7, -8, -257] as const;

const faultyRegistrations = shownIn('create').map(([name, fault]) =>
  core[strict.has(name) ? 'should' : 'must'](
    'registration-verified',
    `registration-${name}`,
    `registers a passkey with a response that ${fault.what}`,
    async (kit) => {
      const member = await kit.sharedMember();
      const authenticator = createAuthenticator({ algorithms: [fault.needs?.algorithm ?? -7] });
      const answer = await register(
        member,
        { faults: [name], ...(fault.needs?.packed && { attestation: 'packed' as const }) },
        authenticator,
      );
      expectRefused(answer, `A registration that ${fault.what}`);
    },
    { cause: name },
  ),
);

const faultySignIns = shownIn('get').map(([name, fault]) =>
  core[strict.has(name) ? 'should' : 'must'](
    'sign-in-verified',
    `sign-in-${name}`,
    `signs in with a response that ${fault.what}`,
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const { algorithm } = authenticator.credentials[0]!;
      const needed = fault.needs?.algorithm;
      if (needed !== undefined && needed !== algorithm)
        throw new NotChecked(`It needs a passkey with the algorithm ${needed}, and the backend prefers ${algorithm}.`);
      const browser = kit.visitor();
      const answer = await signIn(browser, authenticator, { faults: [name] });
      await expectNoSignIn(browser, answer, `A sign-in that ${fault.what}`);
    },
    { cause: name },
  ),
);

const acceptedRegistrations = harmless.create.map((name) =>
  should(
    'registration-works',
    `registration-accepts-${name}`,
    `registers a passkey with a response that ${faults[name].what}, which is right`,
    async (kit) => {
      const member = await kit.newMember({ passkey: false });
      const options = await creationOptions(member.browser);
      if (name === 'user-not-verified' && said(options).authenticatorSelection?.userVerification === 'required')
        throw new NotChecked('The backend requires user verification.');
      const response = await createAuthenticator().create(options, { origin: kit.origin, faults: [name] });
      expectStatus(
        await member.browser.post('webauthn/register/verify', response),
        200,
        `A registration that ${faults[name].what}`,
      );
    },
  ),
);

const acceptedSignIns = harmless.get.map((name) =>
  core[name === 'malleated-ecdsa-signature' ? 'advice' : 'should'](
    'sign-in-works',
    `sign-in-accepts-${name}`,
    `signs in with a response that ${faults[name].what}, which is right`,
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const needed = faults[name].needs?.algorithm;
      if (needed !== undefined && needed !== authenticator.credentials[0]!.algorithm)
        throw new NotChecked(`It needs a passkey with the algorithm ${needed}.`);
      const browser = kit.visitor();
      const options = await requestOptions(browser);
      if (name === 'user-not-verified' && said(options).userVerification === 'required')
        throw new NotChecked('The backend requires user verification.');
      const response = await authenticator.get(options, { origin: kit.origin, faults: [name] });
      expectStatus(await browser.post('webauthn/login/verify', response), 200, `A sign-in that ${faults[name].what}`);
    },
  ),
);

/** One case for each algorithm that the backend offers. */
const algorithmCases = algorithms.map((algorithm) =>
  core[algorithm === -8 ? 'advice' : 'must'](
    'registration-works',
    `algorithm${algorithm}`,
    `registers a passkey with the algorithm ${algorithm}, and signs in with it`,
    async (kit) => {
      const member = await kit.newMember({ passkey: false });
      const authenticator = createAuthenticator({ algorithms: [algorithm] });
      const options = await creationOptions(member.browser);
      const isOffered = said(options).pubKeyCredParams?.some(({ alg }) => alg === algorithm);
      expect(isOffered === true, `pubKeyCredParams does not offer ${algorithm}.`);
      const response = await authenticator.create(options, { origin: kit.origin });
      expectStatus(await member.browser.post('webauthn/register/verify', response), 200, 'A correct registration');
      const browser = kit.visitor();
      expectStatus(await signIn(browser, authenticator), 200, 'A correct sign-in');
      expect(await isSignedIn(browser), 'The browser is not signed in after a correct sign-in.');
    },
  ),
);

/** Cases of registrations and sign-ins, with every fault of the catalogue. */
export const passkeyCases: readonly BackendCase[] = [
  must('registration-works', 'registration', 'registers a passkey', async (kit) => {
    const answer = await register(await kit.newMember({ passkey: false }));
    expectStatus(answer, 200, 'A correct registration');
    const { verified, backedUp } = answer.json as { verified?: unknown; backedUp?: unknown };
    expect(verified === true, '"verified" is not true.');
    expect(backedUp === true, '"backedUp" is not true, and the authenticator says that the passkey is backed up.');
  }),
  must(
    'registration-works',
    'registration-not-backed-up',
    'registers a passkey that stays on one device',
    async (kit) => {
      const member = await kit.newMember({ passkey: false });
      const answer = await register(member, {}, createAuthenticator({ backedUp: false, backupEligible: false }));
      expectStatus(answer, 200, 'A correct registration');
      expect((answer.json as { backedUp?: unknown }).backedUp === false, '"backedUp" is not false.');
    },
  ),
  must('registration-works', 'second-passkey', 'registers a second passkey, and signs in with each', async (kit) => {
    const member = await kit.newMember();
    const second = createAuthenticator();
    expectStatus(await register(member, {}, second), 200, 'A second registration');
    for (const authenticator of [member.authenticator, second])
      expectStatus(await signIn(kit.visitor(), authenticator), 200, 'A correct sign-in');
  }),
  ...algorithmCases,
  must('sign-in-works', 'sign-in', 'signs in with a passkey', async (kit) => {
    const { authenticator, browser: own } = await kit.sharedMember();
    const browser = kit.visitor();
    const answer = await signIn(browser, authenticator);
    expectStatus(answer, 200, 'A correct sign-in');
    expect((answer.json as { verified?: unknown }).verified === true, '"verified" is not true.');
    const { signedIn, user } = await readSession(browser);
    expect(signedIn === true, 'The browser is not signed in after a correct sign-in.');
    expect(user?.name === (await readSession(own)).user?.name, 'The sign-in began a session of another user.');
  }),
  must('sign-in-works', 'sign-in-as-other-user', 'signs in as another user in a signed-in session', async (kit) => {
    const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
    const browser = kit.visitor();
    require(await signIn(browser, one.authenticator), 200, 'A correct sign-in');
    expectStatus(await signIn(browser, other.authenticator), 200, 'A sign-in of another user');
    const { user } = await readSession(browser);
    expect(
      user?.name === (await readSession(other.browser)).user?.name,
      'The session is still that of the first user.',
    );
  }),
  must(
    'request-options',
    'request-options-rp-id',
    'compares the RP ID of request options with the origin of the page',
    async (kit) => {
      const { rpId } = said(await requestOptions(kit.visitor()));
      const { hostname } = new URL(kit.origin);
      expect(
        rpId === undefined || (typeof rpId === 'string' && (hostname === rpId || hostname.endsWith(`.${rpId}`))),
        `rpId is ${JSON.stringify(rpId)}, which pages of ${hostname} cannot use.`,
      );
    },
  ),
  must(
    'request-options',
    'request-options-without-passkeys',
    'looks for credential ids in the request options of a visitor',
    async (kit) => {
      // There must be some to list. Without an account, those of others may be there.
      await kit.sharedMember().catch(() => undefined);
      const { allowCredentials = [] } = said(await requestOptions(kit.visitor()));
      expect(allowCredentials.length === 0, `allowCredentials lists ${allowCredentials.length} passkeys to a visitor.`);
    },
  ),
  advice(
    'request-options',
    'request-options-user-verification',
    'reads userVerification of request options',
    async (kit) => {
      const { userVerification } = said(await requestOptions(kit.visitor()));
      expect(
        userVerification === undefined || userVerification === 'preferred',
        `userVerification is ${JSON.stringify(userVerification)}. With "preferred", devices without a screen lock work, too.`,
      );
    },
  ),
  optionsToCreate('creation-options-resident-key', 'reads authenticatorSelection of creation options', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { residentKey, requireResidentKey } = said(await creationOptions(browser)).authenticatorSelection ?? {};
    expect(
      residentKey === 'required' && requireResidentKey === true,
      `residentKey is ${JSON.stringify(residentKey)} and requireResidentKey ${JSON.stringify(requireResidentKey)}: browsers cannot offer a passkey that is not discoverable.`,
    );
  }),
  optionsToCreate('creation-options-exclude', 'looks for the user’s own passkey in excludeCredentials', async (kit) => {
    const { browser, authenticator } = await kit.newMember();
    const { excludeCredentials = [] } = said(await creationOptions(browser));
    expect(
      excludeCredentials.some(({ id }) => id === authenticator.credentials[0]!.id),
      'excludeCredentials lacks a passkey of the user: one authenticator could register twice.',
    );
  }),
  optionsToCreate(
    'creation-options-rp',
    'compares the RP ID of creation options with the origin of the page',
    async (kit) => {
      const { browser } = await kit.sharedMember();
      const { rp } = said(await creationOptions(browser));
      const { hostname } = new URL(kit.origin);
      expect(typeof rp?.name === 'string' && rp.name !== '', 'rp.name is missing.');
      expect(
        rp.id === undefined || (typeof rp.id === 'string' && (hostname === rp.id || hostname.endsWith(`.${rp.id}`))),
        `rp.id is ${JSON.stringify(rp.id)}, which pages of ${hostname} cannot use.`,
      );
    },
  ),
  must(
    'request-options',
    'creation-options-rp-as-request-options',
    'compares the RP IDs of creation and request options',
    async (kit) => {
      const { browser } = await kit.sharedMember();
      const { hostname } = new URL(kit.origin);
      const created = said(await creationOptions(browser)).rp?.id ?? hostname;
      const requested = said(await requestOptions(kit.visitor())).rpId ?? hostname;
      expect(
        created === requested,
        `Passkeys are created for ${JSON.stringify(created)} and requested for ${JSON.stringify(requested)}.`,
      );
    },
  ),
  advice('creation-options', 'creation-options-attestation', 'reads attestation of creation options', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { attestation } = said(await creationOptions(browser));
    expect(
      attestation === undefined || attestation === 'none',
      `attestation is ${JSON.stringify(attestation)}: browsers then ask users for one more consent.`,
    );
  }),
  userHandle('user-handle-length', 'measures user.id of creation options', async (kit) => {
    const { browser } = await kit.sharedMember();
    const { user } = said(await creationOptions(browser));
    const id = typeof user?.id === 'string' ? user.id : '';
    const bytes = Math.floor((id.length * 3) / 4);
    expect(/^[\w-]+$/.test(id), 'user.id is not base64url without padding.');
    expect(bytes >= 1 && bytes <= 64, `user.id has ${bytes} bytes. WebAuthn allows 1 to 64.`);
  }),
  userHandle('user-handle-stable', 'asks for creation options twice', async (kit) => {
    const { browser, userHandle } = await kit.sharedMember();
    const { user } = said(await creationOptions(browser));
    expect(user?.id === userHandle, 'user.id changed between two registrations of one user.');
  }),
  userHandle('user-handle-without-name', 'looks for the name in the user handle', async (kit) => {
    const { username, userHandle } = await kit.sharedMember();
    if (!username) throw new NotChecked('The name of the account is not known.');
    const bytes = fromBase64Url(userHandle);
    const text = new TextDecoder().decode(bytes).toLowerCase();
    expect(!text.includes(username.toLowerCase()), 'user.id contains the name of the user, which is personal data.');
  }),
  userHandle('user-handles-differ', 'compares the user handles of two users', async (kit) => {
    const [one, other] = [await kit.sharedMember(), await kit.otherMember()];
    expect(one.userHandle !== other.userHandle, 'Two users have the same user handle.');
  }),
  must('unknown-passkey', 'unknown-passkey', 'signs in with a passkey that the backend does not know', async (kit) => {
    const browser = kit.visitor();
    const options = await requestOptions(browser);
    const authenticator = createAuthenticator();
    await authenticator.create(
      {
        challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
        rp: { id: options.rpId ?? new URL(kit.origin).hostname, name: 'x' },
        user: { id: 'AAAA', name: 'x', displayName: 'x' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
      { origin: kit.origin },
    );
    const answer = await browser.post(
      'webauthn/login/verify',
      await authenticator.get(options, { origin: kit.origin }),
    );
    expectStatus(answer, 404, 'A sign-in with an unknown passkey');
    expect(
      errorOf(answer) === 'unknown_credential',
      'The error is not "unknown_credential": the passkey stays in the user’s list.',
    );
  }),
  must(
    'user-handle-matches',
    'user-handle-of-other-user',
    'signs in with the user handle of another user',
    async (kit) => {
      const { authenticator } = await kit.sharedMember();
      const browser = kit.visitor();
      const answer = await signIn(browser, authenticator, { faults: ['other-user-handle'] });
      await expectNoSignIn(browser, answer, 'A sign-in with another user handle');
    },
  ),
  must(
    'sign-in-verified',
    'credential-id-of-other-user',
    'signs in with one user’s passkey under the credential id of another’s',
    async (kit) => {
      const [thief, victim] = [await kit.sharedMember(), await kit.otherMember()];
      const browser = kit.visitor();
      const response = await thief.authenticator.get(await requestOptions(browser), { origin: kit.origin });
      const { id } = victim.authenticator.credentials[0]!;
      const answer = await browser.post('webauthn/login/verify', {
        ...response,
        id,
        rawId: id,
        response: { ...response.response, userHandle: victim.userHandle },
      });
      await expectNoSignIn(browser, answer, 'A signature of another passkey');
    },
  ),
  should(
    'counter-increases',
    'counter-did-not-increase',
    'signs in with a counter that did not increase',
    async (kit) => {
      const { authenticator } = await kit.newMember();
      require(await signIn(kit.visitor(), authenticator, { counter: 7 }), 200, 'A sign-in with the counter 7');
      const browser = kit.visitor();
      expectRefused(await signIn(browser, authenticator, { counter: 7 }), 'A second sign-in with the counter 7');
    },
  ),
  must(
    'sign-in-works',
    'counter-stays-zero',
    'signs in twice with a counter that stays 0, as synced passkeys do',
    async (kit) => {
      const { authenticator } = await kit.newMember();
      require(await signIn(kit.visitor(), authenticator, { counter: 0 }), 200, 'A correct sign-in');
      expectStatus(
        await signIn(kit.visitor(), authenticator, { counter: 0 }),
        200,
        'A second sign-in with the counter 0',
      );
    },
  ),
  must('one-owner', 'credential-id-registered-twice', 'registers the credential id of another user', async (kit) => {
    const victim = await kit.sharedMember();
    const { browser } = await kit.otherMember();
    const { id } = victim.authenticator.credentials[0]!;
    const bytes = fromBase64Url(id);
    const answer = await register(
      { browser },
      {
        faults: [{ what: 'repeats a credential id', ceremonies: ['create'], change: { credentialId: () => bytes } }],
      },
    );
    expectRefused(answer, 'A credential id that another user has');
  }),
  must('needs-session', 'registration-of-visitor', 'asks for creation options without a session', async (kit) => {
    expectStatus(
      await kit.visitor().post('webauthn/register/options'),
      401,
      'POST /webauthn/register/options of a visitor',
    );
  }),
  ...acceptedRegistrations,
  ...acceptedSignIns,
  ...faultyRegistrations,
  ...faultySignIns,
];
