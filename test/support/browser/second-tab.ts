import { registerLocalData } from '../../../src/sign-out/local-data.js';

/**
 * A page of the same origin with a separate copy of the package, which shows the text in its query and deletes it when
 * the user signs out in any tab.
 */
const main = document.querySelector('main')!;
main.textContent = new URLSearchParams(location.search).get('shows');
registerLocalData({ name: 'what the second tab shows', wipe: () => main.replaceChildren() });
