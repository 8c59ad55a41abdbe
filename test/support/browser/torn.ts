/** The words of an element, and of the page inside it, that are broken in the middle. Keys, links and file names may be. */
export function torn(element: Element): string[] {
  const words: string[] = [];
  const roots = [element, ...[element, ...element.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest('code, pre, a, option, style, script')) continue;
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{M}’]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
      }
    }
  }
  return words;
}
