/** What every page of the site can do with a script: search, choose a theme, copy code. Pages are complete without it. */
import { startSearch } from './search.js';

startSearch();
offerThemes();
offerCopies();

function offerThemes(): void {
  const label = document.querySelector<HTMLElement>('.theme')!;
  const choice = label.querySelector('select')!;
  choice.value = document.documentElement.dataset['theme'] ?? '';
  choice.addEventListener('change', () => {
    if (choice.value) document.documentElement.dataset['theme'] = choice.value;
    else delete document.documentElement.dataset['theme'];
    try {
      localStorage.setItem('docs-theme', choice.value);
    } catch {
      // The browser keeps no data for this site: the choice lasts until the page is left.
    }
  });
  choice.disabled = false;
}

function offerCopies(): void {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const status = document.createElement('span');
    status.className = 'unseen';
    status.role = 'status';
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.querySelector('code')!.textContent).then(
        () => announce('Copied'),
        () => announce('Not copied'),
      );
    });
    block.append(button, status);

    function announce(news: string): void {
      button.textContent = news;
      status.textContent = news;
      button.addEventListener('blur', () => (button.textContent = 'Copy'), { once: true });
    }
  }
}
