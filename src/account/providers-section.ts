import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { Client } from '../base/client/client.js';
import type { LatchError } from '../base/client/errors.js';
import { readProvider, startProviderSignIn } from '../base/contract/oidc.js';
import { clientOf } from '../base/element/backend.js';
import { listIdentities, unlinkIdentity, type LinkedIdentity } from './account.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { accountSettings } from '../messages/en.js';
import { FetchedSection } from './fetched-section.js';

/** The user’s accounts at providers, and the issuer of the provider at which they can link one more, if there is one. */
interface Providers {
  identities: readonly LinkedIdentity[];
  linkable: string | undefined;
}

/**
 * Leaves the page for the provider, to link an account there, and comes back to the page. A step-up comes first, because
 * the provider cannot ask for one.
 *
 * @throws {LatchError} `step_up_required`, and why the backend cannot be asked.
 */
async function link(client: Client, signal: AbortSignal): Promise<void> {
  // Only a refusal of this request matters: it answers with a redirect that is not followed. The flow that it begins
  // otherwise ends when the next one begins.
  await client.call(startProviderSignIn, { query: '?link', signal }).catch((error: LatchError) => {
    if (error.status === undefined || error.status === 403) throw error;
  });
  const address = new URL(`${startProviderSignIn.path}?link`, client.baseUrl);
  address.searchParams.set('returnTo', location.pathname + location.search);
  location.assign(address);
}

/** What users call a provider: the name from the backend, else its host. */
const nameOf = ({ issuer, name }: Pick<LinkedIdentity, 'issuer' | 'name'>): string =>
  name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer);

/** The accounts at providers: linked and unlinked. @internal */
export class Section extends FetchedSection<Providers> {
  protected readonly section = 'providers';

  protected override async read(): Promise<Providers> {
    const client = clientOf(this.host);
    const signal = this.page.signal();
    const identities = await listIdentities({ client, signal });
    const issuer = await client.call(readProvider, { signal }).then(
      (provider) => provider.issuer,
      () => undefined,
    );
    const isLinked = identities.some((identity) => identity.issuer === issuer);
    return { identities, linkable: isLinked ? undefined : issuer };
  }

  protected override renderData({ identities, linkable }: Providers): TemplateResult {
    const { texts } = this;
    const dates = datesFor(this.host, accountSettings);
    const linkButton =
      linkable === undefined || !mayHave(this.host, 'linkProvider')
        ? nothing
        : this.renderButton(
            texts.link.replace('{name}', () => nameOf({ issuer: linkable })),
            () => void this.attempt(link, ''),
            { opens: 'link' },
          );
    if (identities.length === 0) return this.renderRow(texts.noProviders, '', linkButton);
    const items = identities.map((identity) => {
      const name = nameOf(identity);
      const unlink = this.renderButton(texts.unlink, () => void this.#unlink(identity.id, name), {
        name: texts.unlinkOf.replace('{name}', () => name),
        isDangerous: true,
      });
      return html`<li>${this.renderRow(html`<bdi>${name}</bdi>`, dates.fill(texts.linked, identity.linkedAt), mayHave(this.host, 'unlinkProvider') ? unlink : nothing)}</li>`;
    });
    return html`<ul role="list" tabindex="-1">${items}</ul>${linkButton}`;
  }

  async #unlink(id: string, name: string): Promise<void> {
    const { unlinkTitle, unlinkText, unlink } = this.texts;
    // Isolated, so that a right-to-left name does not move the words around it.
    const title = unlinkTitle.replace('{name}', () => `\u2068${name}\u2069`);
    if (!(await this.confirm(title, unlinkText, unlink))) return;
    if (!(await this.attempt((client, signal) => unlinkIdentity({ client, id, signal }), 'unlinked'))) return;
    await Promise.all([this.load(), this.page.refresh()]);
    await this.focusOn('button, ul');
    this.page.tell(new LatchAccountChangedEvent({ section: 'providers' }));
  }
}
