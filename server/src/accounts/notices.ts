import { day } from '../config/lifetimes.js';
import { failuresPerAccount } from '../config/limits.js';
import type { Services } from '../services.js';
import type { Address } from '../store/records.js';

/** What happened to an account that its owner must hear of, also when someone else did it. */
export type Notice =
  | 'address-changed'
  | 'deleted'
  | 'deletion'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'installed-app'
  | 'locked-out'
  | 'name-changed'
  | 'new-browser'
  | 'other-device'
  | 'passkey-added'
  | 'passkey-removed'
  | 'password-removed'
  | 'password-reset'
  | 'password-set'
  | 'recovery'
  | 'recovery-code-used'
  | 'recovery-codes-replaced'
  | 'second-factor-added'
  | 'second-factor-changed'
  | 'second-factor-removed';

type NoticeServices = Pick<Services, 'config' | 'deliveries' | 'store'>;

/** What the messages say. The subject is followed by the name of the site. */
export const sentences: Readonly<Record<Notice, { subject: string; text: string }>> = {
  'address-changed': {
    subject: 'An address of your account was changed',
    text: 'An e-mail address or a telephone number of your account was added, replaced or removed. If it was not you, sign in, check the addresses of your account, and sign out the other devices.',
  },
  deleted: {
    subject: 'Your account was deleted',
    text: 'Your account and everything that belonged to it were deleted, after a confirmed sign-in.',
  },
  deletion: {
    subject: 'Your account will be deleted',
    text: 'A deletion of your account was requested, and its other sessions have ended. If it was not you, or you have changed your mind, sign in before it is deleted: that keeps the account.',
  },
  'identity-linked': {
    subject: 'A sign-in service was linked to your account',
    text: 'You can now sign in to your account with an account at another service. If it was not you, sign in, check the security events of your account, and sign out the other devices.',
  },
  'identity-unlinked': {
    subject: 'A sign-in service was unlinked from your account',
    text: 'You can no longer sign in to your account with an account at that service. If it was not you, sign in another way, check the security events of your account, and sign out the other devices.',
  },
  'installed-app': {
    subject: 'An installed app is signed in',
    text: 'An app that was installed from a browser is now signed in to your account. You can sign it out in the list of your devices. If you did not install an app, sign out the app and the browser it was installed from.',
  },
  'locked-out': {
    subject: 'Someone tries to sign in to your account',
    text: 'There were many failed attempts to sign in to your account, and further ones are refused or slowed down for 15 minutes. Browsers in which you have signed in before are not affected. If it was not you, you need not do anything. A passkey cannot be guessed.',
  },
  'name-changed': {
    subject: 'The name that you sign in with was changed',
    text: 'The name of your account, which you type to sign in, was changed. If it was not you, sign in with a passkey or a code, change it back, and sign out the other devices.',
  },
  'new-browser': {
    subject: 'A sign-in from a new browser',
    text: 'Your account was signed in to from a browser that was not used for it before, or whose cookies were deleted. If it was not you, sign out that device, and remove passkeys that you do not know or set a new password.',
  },
  'other-device': {
    subject: 'A device was signed in with a code',
    text: 'A device is now signed in to your account because its code was entered where you are signed in. If you entered a code that someone else told or sent to you, sign that device out in the list of your devices. It cannot change how you sign in until you authenticate on the device itself.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'You can now sign in to your account with another passkey. If it was not you, sign in, remove that passkey from the list of your passkeys, and sign out the other devices.',
  },
  'passkey-removed': {
    subject: 'A passkey of your account was removed',
    text: 'You can no longer sign in to your account with that passkey. If it was not you, sign in another way, and sign out the other devices.',
  },
  'password-removed': {
    subject: 'The password of your account was removed',
    text: 'You can no longer sign in with a password. If it was not you, sign in another way, set a new password, and sign out the other devices.',
  },
  'password-reset': {
    subject: 'The password of your account was reset',
    text: 'Someone who got a code at this address signed in to your account and set a new password. If it was you, you can ignore this message. If not, sign in another way, set a password of your own, and sign out the other devices. For a day, the new password cannot remove your other ways to sign in.',
  },
  'password-set': {
    subject: 'The password of your account was changed',
    text: 'Your account has a new password. If it was not you, sign in another way, set a password of your own, and sign out the other devices.',
  },
  recovery: {
    subject: 'A passkey was added after a sign-in with a code',
    text: 'Someone who got a code at this address signed in to your account and added a passkey. If it was you, you can ignore this message. If not, sign in another way, remove that passkey from the list of your passkeys, and sign out the device. For a day, that passkey cannot remove your other ways to sign in.',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your account was used',
    text: 'A sign-in to your account used a password and a recovery code, which is no longer valid. If it was not you, sign in, set a new password, create new recovery codes, and sign out the other devices.',
  },
  'recovery-codes-replaced': {
    subject: 'Your account has new recovery codes',
    text: 'New recovery codes were created for your account, and the old ones are no longer valid. If it was not you, sign in, set a new password, create new recovery codes, and sign out the other devices.',
  },
  'second-factor-added': {
    subject: 'An authenticator app was added to your account',
    text: 'Signing in to your account with a password now needs a code of an authenticator app too. If it was not you, sign in with a passkey or another way, remove the authenticator app, set a new password, and sign out the other devices.',
  },
  'second-factor-changed': {
    subject: 'The second step of your sign-in was changed',
    text: 'Whether signing in to your account with a password needs a second step was changed. If it was not you, sign in, check the settings of your account, and sign out the other devices.',
  },
  'second-factor-removed': {
    subject: 'The authenticator app of your account was removed',
    text: 'Signing in to your account no longer needs a code of an authenticator app, and its recovery codes are no longer valid. If it was not you, sign in, set a new password, set up the authenticator app again, and sign out the other devices.',
  },
};

/** Sends the notice to those of the addresses that are verified. It goes out after the request, as codes do. */
export function notifyAddresses(
  { config, deliveries }: Pick<Services, 'config' | 'deliveries'>,
  addresses: readonly Address[],
  notice: Notice,
): void {
  const { subject, text } = sentences[notice];
  for (const { kind, address, verifiedAt } of addresses) {
    if (verifiedAt === null) continue;
    const message = { to: { kind, address }, subject: `${subject}: ${config.rpName}`, text };
    deliveries.begin(async () => message);
  }
}

/** Sends the notice to every verified address of the account. */
async function notifyOwner(services: NoticeServices, userId: string, notice: Notice): Promise<void> {
  notifyAddresses(services, await services.store.listAddresses(userId), notice);
}

/**
 * Looks up where the owner is reached, before a change. The function sends the notice to every verified address once
 * the change is done: nothing that fails then can make it look undone, and no change that follows at once can redirect it.
 */
export async function prepareNotice(services: NoticeServices, userId: string): Promise<(notice: Notice) => void> {
  const addresses = await services.store.listAddresses(userId);
  return (notice) => notifyAddresses(services, addresses, notice);
}

/**
 * Sends the notice, and looks the addresses up only after the request. Neither its time nor its success depends on
 * that.
 */
export function notifyOwnerLater(services: NoticeServices, userId: string, notice: Notice): void {
  services.deliveries.begin(async () => {
    await notifyOwner(services, userId, notice);
    return undefined;
  });
}

/**
 * Notes that attempts at the account are refused, once in a quarter of an hour, and notifies its owner: after the
 * request, which takes the same time for a name that no account has.
 */
export function noteLockOut(services: NoticeServices & Pick<Services, 'now'>, userId: string): void {
  const { deliveries, now, store } = services;
  deliveries.begin(async () => {
    const time = now();
    const { failed } = await store.countFailure(`locked-out:${userId}`, time, time + failuresPerAccount.window);
    if (failed > 1) return undefined;
    await store.addSecurityEvent({ userId, type: 'locked-out', at: time, device: '' });
    await notifyOwner(services, userId, 'locked-out');
    return undefined;
  });
}

/**
 * Notes that the authenticator app of the account does not work any more, because its secret cannot be opened: once a
 * day, in the log and among the events of the account, after the request.
 */
export function noteLostApp(services: Pick<Services, 'deliveries' | 'log' | 'now' | 'store'>, userId: string): void {
  const { deliveries, log, now, store } = services;
  deliveries.begin(async () => {
    const time = now();
    const { failed } = await store.countFailure(`lost-app:${userId}`, time, time + day);
    if (failed > 1) return undefined;
    log({ level: 'error', event: 'second-factor-unreadable', userId });
    await store.addSecurityEvent({ userId, type: 'second-factor-unreadable', at: time, device: '', detail: 'totp' });
    return undefined;
  });
}
