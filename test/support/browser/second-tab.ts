import { belongsToPerson } from '../../../src/features/session/belongings.js';

/**
 * A page of the same origin with a copy of the package of its own, which shows what its query says and deletes that
 * when the person signs out, wherever that is.
 */
const main = document.querySelector('main')!;
main.textContent = new URLSearchParams(location.search).get('shows');
belongsToPerson({ name: 'what the second tab shows', wipe: () => main.replaceChildren() });
