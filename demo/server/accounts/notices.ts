import type { Services } from '../services.js';

/** What happened to an account that its owner must hear of, also when someone else did it. */
export type Notice = 'installed-app' | 'recovery';

const sentences: Record<Notice, { subject: string; text: string }> = {
  'installed-app': {
    subject: 'An installed app is signed in',
    text: 'An app that was installed from a browser is now signed in to your account. You can sign it out in the list of your devices. If you did not install an app, sign out the app and the browser it was installed from.',
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
