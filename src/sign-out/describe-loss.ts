import type { Loss } from './sign-out.js';
import { inNumber, loadTexts } from '../messages/localize.js';
import { signOut } from '../messages/en.js';

/** What a dialog says before a sign-out that loses changes, or may lose some. */
export async function describeLoss(
  host: Element,
  { unsent, uncounted }: Loss,
): Promise<{ title: string; text: string; confirm: string }> {
  const texts = await loadTexts(host, signOut);
  const lost = unsent > 0 ? inNumber(host, signOut, texts.unsent, 'count', unsent) : '';
  return {
    title: unsent > 0 ? texts.title : texts.uncountedTitle,
    text: `${lost} ${uncounted ? texts.uncounted : ''}`.trim(),
    confirm: unsent > 0 ? texts.confirm : texts.button,
  };
}
