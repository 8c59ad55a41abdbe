import type { NextStep } from '../../../src/base/contract/types.js';
import type { ServerConfig } from '../config/server-config.js';
import type { AuthMethod, PendingSignIn, SecondFactor } from '../store/records.js';
import type { SignInFacts } from '../store/second-factors.js';
import type { Store } from '../store/store.js';
import type { Totps } from './totp.js';

/** What is known of a sign-in when its next step is looked for. */
export interface Progress {
  userId: string;
  authMethod: AuthMethod;
  /** What was accepted as the second factor already. */
  secondFactor: SecondFactor | null;
  /** The terms that are accepted with this step. */
  acceptedTerms?: string | undefined;
  /** Whether an address is verified with this step. */
  verifiesAddress?: boolean | undefined;
  /** Of an account that is only being created: whether it gets a password. */
  hasNewPassword?: boolean | undefined;
}

/** Decides what a sign-in must still wait for. */
export interface NextSteps {
  /** Whether any sign-in waits for anything on this server. */
  isOn: boolean;
  /** Whether any sign-in waits for a verified address. */
  mayNeedAddress: boolean;
  /** The step that must be done next; undefined when the session may be signed in. */
  find(progress: Progress): Promise<NextStep | undefined>;
  /**
   * The step of a sign-in that waits. When all steps were done elsewhere meanwhile, one that completes it when it is done
   * here too; undefined when there is no such step.
   */
  findFor(waiting: PendingSignIn): Promise<NextStep | undefined>;
  /**
   * What a sign-in with `authMethod` is to the one that waits in its session: its second factor, or null, which starts
   * over.
   */
  readSecondFactor(waiting: PendingSignIn, userId: string, authMethod: AuthMethod): Promise<SecondFactor | null>;
  /** Whether a code to a verified address of the account is the second factor of the sign-in that waits. */
  takesAddress(waiting: PendingSignIn): Promise<boolean>;
}

/** What of {@link SignInFacts} decides, and whether the secret of the authenticator app cannot be opened any more. */
interface Facts extends Omit<SignInFacts, 'sealedTotp'> {
  hasLostTotp: boolean;
}

/** How a second factor was proven in the place of an app that is lost, and after which the user sets up another. */
const insteadOfApp: readonly (SecondFactor | null)[] = ['recovery-code', 'password', 'otp'];

const newAccount: Omit<Facts, 'hasPassword'> = {
  requiresSecondFactor: false,
  hasTotp: false,
  hasLostTotp: false,
  hasRecoveryCodes: false,
  hasPasskey: false,
  acceptedTerms: null,
  verifiedAddress: null,
  unverifiedAddress: null,
};

/** The ways to sign in that prove one thing only: that the user knows a secret, reads a mailbox, or has a device. */
const singleFactors: readonly AuthMethod[] = ['password', 'otp', 'passkey', 'signup'];

/** Shows where the code goes without giving the address away: the session is not signed in yet. */
function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? `…${address.slice(-3)}` : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** Creates the decisions of an app. `noteLost` hears of accounts whose authenticator app is lost. */
export function createNextSteps(
  {
    secondFactor: policy = 'optional',
    secondFactorAfterProviders = false,
    verifyAddress = 'off',
    termsUrl,
  }: ServerConfig,
  store: Store,
  totps: Pick<Totps, 'isReadable'>,
  noteLost: (userId: string) => void = () => {},
): NextSteps {
  const readFacts = async (userId: string): Promise<Facts | undefined> => {
    const facts = await store.findSignInFacts(userId);
    if (!facts) return undefined;
    const { sealedTotp, ...rest } = facts;
    const hasLostTotp = sealedTotp !== null && !(await totps.isReadable(userId, sealedTotp));
    if (hasLostTotp) noteLost(userId);
    return { ...rest, hasLostTotp };
  };
  /** Whether the way in needs a second factor on this account. */
  const needsSecondFactor = (authMethod: AuthMethod, facts: Facts): boolean => {
    if (policy === 'off' || authMethod === 'passkey-uv') return false;
    if (!singleFactors.includes(authMethod) && !secondFactorAfterProviders) return false;
    // What a code to an address may do is limited for a day, and it must stay a way back for users who lost their passkey.
    if (authMethod === 'otp') return facts.hasTotp;
    // There is nothing to protect in a new account before it has a way in.
    if (authMethod === 'signup' && !facts.hasPassword) return false;
    return policy === 'required' || facts.requiresSecondFactor || facts.hasTotp;
  };

  const describeAddress = (address: string | null): NextStep => ({
    step: 'verify-address',
    ...(address !== null && { address: maskAddress(address) }),
  });
  const setUpApp: NextStep = { step: 'second-factor', methods: ['totp'], setUp: true };
  const describe = (authMethod: AuthMethod, facts: Facts): NextStep => {
    // Recovery codes come and go with the authenticator app.
    const { hasTotp, hasLostTotp, hasRecoveryCodes, hasPasskey, hasPassword, verifiedAddress } = facts;
    const takesPassword = authMethod === 'passkey' || (authMethod === 'otp' && hasLostTotp);
    const methods: SecondFactor[] = [
      ...(hasTotp && !hasLostTotp ? (['totp'] as const) : []),
      ...(hasRecoveryCodes ? (['recovery-code'] as const) : []),
      ...(hasPasskey && authMethod !== 'passkey' ? (['passkey'] as const) : []),
      ...(hasPassword && takesPassword ? (['password'] as const) : []),
    ];
    if (methods.length > 0) return { step: 'second-factor', methods };
    // One proof alone must not set up another app in the place of the one that is lost.
    if (!hasLostTotp) return setUpApp;
    return authMethod !== 'otp' && verifiedAddress !== null
      ? describeAddress(verifiedAddress)
      : { step: 'second-factor', methods };
  };

  const needsAddress = ({ verifiedAddress, unverifiedAddress }: Facts): boolean =>
    verifiedAddress === null &&
    (verifyAddress === 'required' || (verifyAddress === 'added' && unverifiedAddress !== null));
  const findMissing = (
    { authMethod, secondFactor, acceptedTerms, verifiesAddress }: Progress,
    facts: Facts,
  ): NextStep | undefined => {
    if (secondFactor === null && needsSecondFactor(authMethod, facts)) return describe(authMethod, facts);
    if (facts.hasLostTotp && insteadOfApp.includes(secondFactor)) return setUpApp;
    if (!verifiesAddress && needsAddress(facts)) return describeAddress(facts.unverifiedAddress);
    if (termsUrl !== undefined && (acceptedTerms ?? facts.acceptedTerms) !== termsUrl)
      return { step: 'accept-terms', url: termsUrl };
    return undefined;
  };
  const concernsAll = termsUrl !== undefined || verifyAddress !== 'off';

  return {
    isOn: policy !== 'off' || concernsAll,
    mayNeedAddress: verifyAddress !== 'off',

    async find(progress) {
      if (progress.authMethod === 'passkey-uv' && !concernsAll) return undefined;
      const facts = await readFacts(progress.userId);
      return findMissing(progress, facts ?? { ...newAccount, hasPassword: progress.hasNewPassword ?? false });
    },

    async findFor({ authentication, secondFactor }) {
      const facts = await readFacts(authentication.userId);
      if (!facts) return undefined;
      const missing = findMissing({ ...authentication, secondFactor }, facts);
      if (missing) return missing;
      if (termsUrl !== undefined) return { step: 'accept-terms', url: termsUrl };
      if (verifyAddress !== 'off' && facts.verifiedAddress !== null) return describeAddress(facts.verifiedAddress);
      const second = secondFactor === null ? describe(authentication.authMethod, facts) : undefined;
      return second?.setUp ? undefined : second;
    },

    async readSecondFactor({ authentication, secondFactor }, userId, authMethod) {
      if (authentication.userId !== userId || secondFactor !== null) return null;
      const { authMethod: first } = authentication;
      if (authMethod === 'passkey') return first === 'passkey' ? null : 'passkey';
      if (authMethod !== 'password') return null;
      if (first === 'passkey') return 'password';
      return first === 'otp' && (await readFacts(userId))?.hasLostTotp ? 'password' : null;
    },

    async takesAddress({ authentication: { userId, authMethod }, secondFactor }) {
      const facts = secondFactor === null ? await readFacts(userId) : undefined;
      return (
        facts !== undefined &&
        facts.hasLostTotp &&
        facts.verifiedAddress !== null &&
        authMethod !== 'otp' &&
        needsSecondFactor(authMethod, facts)
      );
    },
  };
}
