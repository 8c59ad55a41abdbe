import type { NextStep } from '../../../src/core/contract-types.js';
import type { AppConfig } from '../config/app-config.js';
import type { AuthMethod, PendingSignIn, SecondFactor } from '../store/records.js';
import type { SignInFacts } from '../store/second-factors.js';
import type { Store } from '../store/store.js';

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
  readSecondFactor(waiting: PendingSignIn, userId: string, authMethod: AuthMethod): SecondFactor | null;
}

const newAccount: Omit<SignInFacts, 'hasPassword'> = {
  requiresSecondFactor: false,
  hasTotp: false,
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

/** Creates the decisions of an app. */
export function createNextSteps(
  { secondFactor: policy = 'optional', secondFactorAfterProviders = false, verifyAddress = 'off', termsUrl }: AppConfig,
  store: Store,
): NextSteps {
  /** Whether the way in needs a second factor on this account. */
  const needsSecondFactor = (authMethod: AuthMethod, facts: SignInFacts): boolean => {
    if (policy === 'off' || authMethod === 'passkey-uv') return false;
    if (!singleFactors.includes(authMethod) && !secondFactorAfterProviders) return false;
    // What a code to an address may do is limited for a day, and it must stay a way back for users who lost their passkey.
    if (authMethod === 'otp') return facts.hasTotp;
    // There is nothing to protect in a new account before it has a way in.
    if (authMethod === 'signup' && !facts.hasPassword) return false;
    return policy === 'required' || facts.requiresSecondFactor || facts.hasTotp;
  };

  const describe = (authMethod: AuthMethod, facts: SignInFacts): NextStep => {
    // Recovery codes come and go with the authenticator app.
    const { hasTotp, hasRecoveryCodes, hasPasskey, hasPassword } = facts;
    const methods: SecondFactor[] = [
      ...(hasTotp ? (['totp'] as const) : []),
      ...(hasRecoveryCodes ? (['recovery-code'] as const) : []),
      ...(hasPasskey && authMethod !== 'passkey' ? (['passkey'] as const) : []),
      ...(hasPassword && authMethod === 'passkey' ? (['password'] as const) : []),
    ];
    return methods.length > 0
      ? { step: 'second-factor', methods }
      : { step: 'second-factor', methods: ['totp'], setUp: true };
  };

  const needsAddress = ({ verifiedAddress, unverifiedAddress }: SignInFacts): boolean =>
    verifiedAddress === null &&
    (verifyAddress === 'required' || (verifyAddress === 'added' && unverifiedAddress !== null));
  const describeAddress = (address: string | null): NextStep => ({
    step: 'verify-address',
    ...(address !== null && { address: maskAddress(address) }),
  });
  const findMissing = (
    { authMethod, secondFactor, acceptedTerms, verifiesAddress }: Progress,
    facts: SignInFacts,
  ): NextStep | undefined => {
    if (secondFactor === null && needsSecondFactor(authMethod, facts)) return describe(authMethod, facts);
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
      const facts = await store.findSignInFacts(progress.userId);
      return findMissing(progress, facts ?? { ...newAccount, hasPassword: progress.hasNewPassword ?? false });
    },

    async findFor({ authentication, secondFactor }) {
      const facts = await store.findSignInFacts(authentication.userId);
      if (!facts) return undefined;
      const missing = findMissing({ ...authentication, secondFactor }, facts);
      if (missing) return missing;
      if (termsUrl !== undefined) return { step: 'accept-terms', url: termsUrl };
      if (verifyAddress !== 'off' && facts.verifiedAddress !== null) return describeAddress(facts.verifiedAddress);
      const second = secondFactor === null ? describe(authentication.authMethod, facts) : undefined;
      return second?.setUp ? undefined : second;
    },

    readSecondFactor({ authentication, secondFactor }, userId, authMethod) {
      if (authentication.userId !== userId || secondFactor !== null) return null;
      const isPasskey = authentication.authMethod === 'passkey';
      if (authMethod === 'passkey') return isPasskey ? null : 'passkey';
      return authMethod === 'password' && isPasskey ? 'password' : null;
    },
  };
}
