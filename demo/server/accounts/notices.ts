import type { Services } from '../services.js';

/** What happened to an account that its owner must hear of, also when someone else did it. */
export type Notice = 'deleted' | 'deletion' | 'installed-app' | 'password-removed' | 'password-set' | 'recovery';

const sentences: Record<Notice, { subject: string; text: string }> = {
  deleted: {
    subject: 'Your account was deleted',
    text: 'Your account and everything that belonged to it were deleted, after a confirmed sign-in.',
  },
  deletion: {
    subject: 'Your account will be deleted',
    text: 'A deletion of your account was requested, and its other sessions have ended. If it was not you, or you have changed your mind, sign in and keep the account before it is deleted.',
  },
  'installed-app': {
    subject: 'An installed app is signed in',
    text: 'An app that was installed from a browser is now signed in to your account. You can sign it out in the list of your devices. If you did not install an app, sign out the app and the browser it was installed from.',
  },
  'password-removed': {
    subject: 'The password of your account was removed',
    text: 'You can no longer sign in with a password. If it was not you, sign in another way, set a new password, and sign out the other devices.',
  },
  'password-set': {
    subject: 'The password of your account was changed',
    text: 'Your account has a new password. If it was not you, sign in another way, set a password of your own, and sign out the other devices.',
  },
  recovery: {
    subject: 'A passkey was added after a sign-in with a code',
    text: 'Someone who got a code at this address signed in to your account and added a passkey. If it was you, you can ignore this message. If not, sign in another way, remove that passkey from the list of your passkeys, and sign out the device. For a day, that passkey cannot remove your other ways to sign in.',
  },
};

/** Sends the notice to every verified address of the account. It goes out after the request, as codes do. */
export async function tellOwner(
  { config, deliveries, store }: Pick<Services, 'config' | 'deliveries' | 'store'>,
  userId: string,
  notice: Notice,
): Promise<void> {
  const { subject, text } = sentences[notice];
  for (const { kind, address, verifiedAt } of await store.listAddresses(userId)) {
    if (verifiedAt === null) continue;
    const message = { to: { kind, address }, subject: `${subject}: ${config.rpName}`, text };
    deliveries.begin(async () => message);
  }
}
