import type { ProviderPage } from './page.js';
import type { Brand } from './brands.js';
import { emailOf, mayUseApps, people } from './people.js';

/**
 * The page where people say who they are. `about` says what comes of it; the person with the sub or address `hint` is
 * offered first.
 */
export function signInPage(brand: Brand, title: string, about: string, hint?: string | null): ProviderPage {
  const choices = people.map((person) => {
    const { sub, name } = person;
    const email = emailOf(person, brand);
    const remark = mayUseApps(person) ? '' : '<small>May not use apps</small>';
    const focus = hint === sub || hint === email ? ' autofocus' : '';
    return `<button name="person" value="${sub}"${focus}><img src="/pictures/${sub}.png" alt="" width="40" height="40"><span>${name}<small>${email}</small>${remark}</span></button>`;
  });
  return {
    title: 'Sign in',
    body: `<h1>${title}</h1>
<p>${about} This provider is for trying things out and asks for no password.</p>
<form method="post">
${choices.join('\n')}
<button name="person" value="" class="plain">Cancel</button>
</form>`,
  };
}
