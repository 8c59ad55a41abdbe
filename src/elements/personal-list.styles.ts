import { css } from './css.js';

/** What the lists of a person's passkeys and devices have in common to look at. */
export const personalListStyles = css`
  .heading,
  li {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .heading > slot,
  .about {
    flex: 1;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  .heading > slot {
    display: block;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding-block: 12px;
    border-block-end: 1px solid var(--_border);
  }
  .tile,
  [part=badge] {
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
  }
  .tile > svg {
    inline-size: 20px;
    padding: 10px;
  }
  [part=item-title],
  [part=badge] {
    font-weight: 600;
  }
  [part=item-detail] {
    margin: 0;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    font-size: var(--_small);
    line-height: 1.43;
  }
  [part=badge] {
    padding: 2px 8px;
    font-size: 0.75em;
    white-space: nowrap;
  }
  button {
    inline-size: auto;
  }
  button[part=item-actions] {
    padding-inline: 11px;
    border-color: transparent;
    color: inherit;
  }
`;
