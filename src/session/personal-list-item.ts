import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { renderMenuButton, type OpenMenu } from '../base/element/menu-button.js';

/** What one row of a list shows. What people and backends have named is only ever text. */
export interface PersonalListItem {
  id: string;
  icon: TemplateResult;
  name: string;
  badge?: string | false;
  /** What the line about it consists of; what is false or empty is left out. */
  details: readonly unknown[];
  /** The dates in full, for those who point at the line. */
  dates: string;
  /** The label of the menu button; without it, there is no menu. */
  actions?: string | false;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  openMenu: OpenMenu;
}

/** The row of a passkey or a device: a tile, what it is, and the button of its menu. */
export function renderItem(item: PersonalListItem): TemplateResult {
  const { icon, name, badge, details, dates, actions, isBusy, openMenu } = item;
  const id = `detail-${item.id}`;
  const menuButton = actions
    ? renderMenuButton(
        actions.replace('{name}', () => name),
        isBusy,
        openMenu,
        id,
      )
    : nothing;
  return html`<span class="tile">${icon}</span><div class="about"><bdi part="item-title">${name}</bdi> ${badge ? html`<span part="badge">${badge}</span>` : nothing} <p part="item-detail" id=${id} title=${dates}>${details.map((detail) => (detail ? html`<span>${detail}</span> ` : nothing))}</p></div>${menuButton}`;
}
