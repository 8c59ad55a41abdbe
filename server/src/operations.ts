import type { Handler, MiddlewareHandler } from 'hono';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { issuersOf } from './config/server-config.js';
import { refuseMalformedBody } from './http/middleware/body.js';
import { refuseHead } from './http/middleware/head.js';
import { refuseMissing } from './http/refusal.js';
import type { Env } from './http/request-context.js';
import { deleteAccount, readDeletion, removePassword, restoreAccount, setPassword } from './routes/account-settings.js';
import { changeAccount, readAccount, signUp } from './routes/accounts.js';
import { bindSession, refreshSession } from './routes/bound-sessions.js';
import { endOtherSessions, endSession, listSessions, startOwnSession } from './routes/session-list.js';
import { issueEmailNonce, verifyByToken } from './routes/email-verification.js';
import { issueNonce, signInByToken } from './routes/fedcm.js';
import { finishFlow, forwardAnswer, startFlow } from './routes/federated-sign-in.js';
import {
  approveDeviceSignIn,
  askAboutHandOff,
  confirmHandOff,
  redeemHandOff,
  startDeviceSignIn,
  startHandOff,
} from './routes/hand-off.js';
import { health } from './routes/health.js';
import { listLinkedAccounts, unlinkAccount } from './routes/linked-accounts.js';
import { refuseOtherSites, requestWalletProof, verifyWalletProof } from './routes/wallet-proof.js';
import { acceptTerms, verifySecondFactor } from './routes/next-steps.js';
import { requestCode, verifyCode } from './routes/one-time-codes.js';
import { page } from './routes/pages.js';
import {
  changePassword,
  listCredentials,
  passkeyEndpoints,
  removeCredential,
  renameCredential,
} from './routes/passkey-settings.js';
import { logIn } from './routes/passwords.js';
import { paymentOptions, paymentVerify } from './routes/payment.js';
import { listProviders } from './routes/providers.js';
import { registerOptions, registerVerify } from './routes/register.js';
import { relatedOrigins } from './routes/related-origins.js';
import {
  changeSecondFactor,
  confirmTotp,
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from './routes/second-factor.js';
import { listSecurityEvents } from './routes/security-events.js';
import { logOut, readSession } from './routes/session.js';
import { loginOptions, loginVerify } from './routes/sign-in.js';
import { signUpOptions, signUpVerify } from './routes/sign-up.js';
import type { Services } from './services.js';

/** What handles an operation, after what refuses requests before all other checks. */
export type Operation = Handler<Env> | readonly [...MiddlewareHandler<Env>[], Handler<Env>];

/**
 * All operations of the contract, by their `operationId`. What is missing, or unknown to the contract, is a type error.
 * One that the configuration leaves out is falsy: its requests are 404 `unsupported`.
 */
export type Operations = Record<keyof typeof contract.operationIds, Operation | false | undefined>;

/** Says what the server does at each operation of the contract. */
export function createOperations(services: Services): Operations {
  const { bindings, config, emailIssuers, fedCmProviders, identity, providers } = services;
  const { origins, termsUrl } = config;
  const hasProviders = providers.all.length > 0;
  const hasFedCm = fedCmProviders.length > 0;
  const hasIdentities = issuersOf(config).length > 0;
  const hasSecondFactors = config.secondFactor !== 'off';
  const operations: Operations = {
    startPasskeyRegistration: registerOptions(services),
    finishPasskeyRegistration: registerVerify(services),
    startPasskeySignIn: loginOptions(services),
    finishPasskeySignIn: loginVerify(services),
    startPasskeySignUp: signUpOptions(services),
    finishPasskeySignUp: signUpVerify(services),
    listPasskeys: listCredentials(services),
    renamePasskey: renameCredential(services),
    removePasskey: removeCredential(services),
    listRelatedOrigins: relatedOrigins(services),
    listPasskeyPages: passkeyEndpoints(services),

    createAccount: signUp(services),
    readAccount: readAccount(services, () => chaptersOf(operations)),
    changeAccount: changeAccount(services),
    deleteAccount: deleteAccount(services),
    readAccountDeletion: readDeletion(services),
    restoreAccount: restoreAccount(services),
    setPassword: setPassword(services),
    removePassword: removePassword(services),
    showPasswordPage: changePassword,
    listLinkedAccounts: hasIdentities && listLinkedAccounts(services),
    unlinkAccount: hasIdentities && unlinkAccount(services),

    readSession: readSession(services),
    endCurrentSession: logOut(services),
    listSessions: listSessions(services),
    startOwnSession: startOwnSession(services),
    endOtherSessions: endOtherSessions(services),
    endSession: endSession(services),
    listSecurityEvents: listSecurityEvents(services),
    bindSession: bindings && bindSession(services, bindings),
    refreshBoundSession: bindings && refreshSession(services, bindings),

    showLoginPage: page(services),
    signInWithPassword: logIn(services),
    requestCode: requestCode(services),
    verifyCode: verifyCode(services),
    requestEmailNonce: emailIssuers && [refuseHead, issueEmailNonce(services)],
    verifyEmailToken: emailIssuers && verifyByToken(services, emailIssuers),

    readSecondFactor: hasSecondFactors && readSecondFactor(services),
    changeSecondFactor: hasSecondFactors && changeSecondFactor(services),
    enrollTotp: hasSecondFactors && enrollTotp(services),
    confirmTotp: hasSecondFactors && confirmTotp(services),
    removeTotp: hasSecondFactors && removeTotp(services),
    renewRecoveryCodes: hasSecondFactors && renewRecoveryCodes(services),
    verifySecondFactor: hasSecondFactors && verifySecondFactor(services),
    acceptTerms: termsUrl !== undefined && acceptTerms(services, termsUrl),
    // Each way to sign in leads to one account here.
    chooseAccount: (context) => refuseMalformedBody(context, async () => refuseMissing()),

    listProviders: (hasProviders || hasFedCm) && listProviders(providers, origins),
    startProviderSignIn: hasProviders && [refuseHead, startFlow(services)],
    finishProviderSignIn: hasProviders && [refuseHead, finishFlow(services)],
    forwardProviderAnswer: hasProviders && forwardAnswer(services),
    requestFedCmNonce: hasFedCm && [refuseHead, issueNonce(services, fedCmProviders)],
    signInWithFedCm: hasFedCm && signInByToken(services, fedCmProviders),

    startHandOff: hasProviders && startHandOff(services),
    redeemHandOff: hasProviders && redeemHandOff(services),
    askAboutHandOff: hasProviders && askAboutHandOff(services),
    confirmHandOff: hasProviders && confirmHandOff(services),
    startDeviceSignIn: startDeviceSignIn(services),
    redeemDeviceSignIn: redeemHandOff(services),
    approveDeviceSignIn: approveDeviceSignIn(services),

    requestWalletProof: identity && [refuseHead, refuseOtherSites(services), requestWalletProof(services, identity)],
    verifyWalletProof: identity && verifyWalletProof(services, identity),
    startPayment: paymentOptions(services),
    finishPayment: paymentVerify(services),
    checkHealth: health(services),
  };
  return operations;
}

/** The chapters of the contract of which there is an operation. */
function chaptersOf(operations: Operations): string[] {
  const chapters = Object.entries(contract.operationIds).flatMap(([id, name]) =>
    operations[id as keyof Operations] ? contract.operations[name as keyof typeof contract.operations].chapter : [],
  );
  return [...new Set(chapters)].sort();
}
