import { post } from './account.js';

/** The messages that the reference server would have sent to an address, the latest first. */
async function messagesTo(address: string): Promise<{ id: string; text: string }[]> {
  const { messages } = (await (await fetch('/development/messages')).json()) as {
    messages: { id: string; to: string; text: string }[];
  };
  return messages.filter(({ to }) => to === address);
}

/**
 * Does `ask` and resolves with the code that the reference server then sends to the address, which it does after it has
 * answered.
 */
export async function codeSentTo(address: string, ask: () => Promise<unknown>): Promise<string> {
  const before = (await messagesTo(address)).length;
  await ask();
  for (;;) {
    const messages = await messagesTo(address);
    if (messages.length > before) return /#(\d+)/.exec(messages[0]!.text.split('\n').at(-1)!)![1]!;
  }
}

/** Another code than this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Adds a new, unverified address to the signed-in user's account. */
export async function giveAddress(): Promise<string> {
  const email = `somebody-${crypto.randomUUID()}@example.com`;
  const { status } = await fetch('/account', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) throw new Error(`Changing the account answered ${status}.`);
  return email;
}

/** Gives them one that is verified. */
export async function giveVerifiedAddress(): Promise<string> {
  const email = await giveAddress();
  const code = await codeSentTo(email, () => post('/otp/request', { to: email }));
  const { status } = await post('/otp/verify', { code });
  if (status !== 200) throw new Error(`Verifying an address answered ${status}.`);
  return email;
}
