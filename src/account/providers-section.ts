import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { Client } from '../base/client/client.js';
import { LatchError, type LatchErrorCode } from '../base/client/errors.js';
import { listProviders, startProviderSignIn } from '../base/contract/oidc.js';
import type { Provider } from '../base/contract/types.js';
import { clientOf } from '../base/element/backend.js';
import { listLinkedAccounts, unlinkAccount, type LinkedAccount } from './account.js';
import { mayHave } from '../base/element/offers.js';
import { LatchAccountChangedEvent } from '../events.js';
import { datesFor } from '../base/element/dates.js';
import { accountSettings, oidc } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import { FetchedSection } from './fetched-section.js';
import { callForUser } from '../session/call-for-user.js';

/** The user’s accounts at providers, and the providers at which they can link one more. */
interface Providers {
  identities: readonly LinkedAccount[];
  linkable: readonly Provider[];
}

/** Why a provider has sent the user back to this page without a linked account, if it has. */
function readReason(): LatchErrorCode | undefined {
  const query = new URLSearchParams(location.search);
  const error = query.has('provider') && query.get('error');
  return error === 'cancelled' ? 'cancelled' : error === 'refused' ? 'provider_failed' : undefined;
}

/**
 * Returns what leaves the page for the provider, to link an account there, and comes back to the page. A step-up comes first, because
 * the provider cannot ask for one.
 *
 * @throws {LatchError} `step_up_required`, and why the backend cannot be asked.
 */
const linkAt =
  (provider: string) =>
  async (client: Client, signal: AbortSignal): Promise<void> => {
    // It answers with a redirect that is not followed, of which the browser tells nothing: the status is 0. The flow that
    // it begins ends when the next one begins.
    const query = `?link&provider=${encodeURIComponent(provider)}`;
    await callForUser(client, startProviderSignIn, { query, signal }).catch((error: LatchError) => {
      if (error.status !== 0) throw error;
    });
    const address = new URL(`${startProviderSignIn.path}${query}`, client.baseUrl);
    const { pathname, searchParams } = new URL(location.href);
    if (readReason()) for (const name of ['error', 'provider']) searchParams.delete(name);
    const page = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
    address.searchParams.set('returnTo', page);
    address.searchParams.set('from', page);
    location.assign(address);
  };

/** What users call a provider: the name from the backend, else its host. */
const nameOf = ({ issuer, provider }: Pick<LinkedAccount, 'issuer' | 'provider'>): string =>
  provider?.name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer);

/** The accounts at providers: linked and unlinked. @internal */
export class Section extends FetchedSection<Providers> {
  protected readonly section = 'providers';

  protected override get texts(): typeof accountSettings.english & { provider_failed: string } {
    return { ...super.texts, provider_failed: textsFor(this.host, oidc).provider_failed };
  }

  override begin(): void {
    super.begin();
    const reason = readReason();
    if (reason) this.fail(new LatchError(reason, 'The provider has sent the user back.'));
  }

  protected override async read(): Promise<Providers> {
    const client = clientOf(this.host);
    const signal = this.page.signal();
    const identities = await listLinkedAccounts({ client, signal });
    const providers = await client.call(listProviders, { signal }).then(
      (list) => list.providers,
      () => [],
    );
    const linked = identities.map(({ provider }) => provider?.id);
    return {
      identities,
      linkable: providers.filter(({ id, kinds }) => kinds.includes('oidc') && !linked.includes(id)),
    };
  }

  protected override renderData({ identities, linkable }: Providers): TemplateResult {
    const { texts } = this;
    const dates = datesFor(this.host, accountSettings);
    const linkButtons = (mayHave(this.host, 'linkProvider') ? linkable : []).map(({ id, name }) =>
      this.renderButton(
        texts.link.replace('{name}', () => name),
        () => void this.attempt(linkAt(id), ''),
        { opens: 'link' },
      ),
    );
    if (identities.length === 0) return this.renderRow(texts.noProviders, '', html`${linkButtons}`);
    const items = identities.map((identity) => {
      const name = nameOf(identity);
      const unlink = this.renderButton(texts.unlink, () => void this.#unlink(identity.id, name), {
        name: texts.unlinkOf.replace('{name}', () => name),
        isDangerous: true,
      });
      return html`<li>${this.renderRow(html`<bdi>${name}</bdi>`, dates.fill(texts.linked, identity.linkedAt), mayHave(this.host, 'unlinkProvider') ? unlink : nothing)}</li>`;
    });
    return html`<ul role="list" tabindex="-1">${items}</ul>${linkButtons}`;
  }

  async #unlink(id: string, name: string): Promise<void> {
    const { unlinkTitle, unlinkText, unlink } = this.texts;
    // Isolated, so that a right-to-left name does not move the words around it.
    const title = unlinkTitle.replace('{name}', () => `\u2068${name}\u2069`);
    if (!(await this.confirm(title, unlinkText, unlink))) return;
    if (!(await this.attempt((client, signal) => unlinkAccount({ client, id, signal }), 'unlinked'))) return;
    await Promise.all([this.load(), this.page.refresh()]);
    await this.focusOn('button, ul');
    this.page.dispatch(new LatchAccountChangedEvent({ section: 'providers' }));
  }
}
