import type { ListedPasskey } from './listed-passkeys.js';
import type { passkeyList } from '../messages/en.js';

/** The name of a passkey: the user's own, else its provider's. */
export function nameOf({ nickname, provider }: ListedPasskey, texts: Readonly<typeof passkeyList.english>): string {
  return nickname?.trim() || (provider ?? texts.unknownProvider);
}
