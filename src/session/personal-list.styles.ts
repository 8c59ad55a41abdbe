import { css } from '../base/element/html.js';

/**
 * The shared styles of the lists of passkeys and devices. A separator stands before each detail; those at the beginning
 * of a line are clipped.
 */
export const personalListStyles = css`
  .heading,
  li {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .heading > slot,
  .about {
    overflow-x: clip;
    flex: 1;
    min-inline-size: 0;
    line-height: 1.5;
    overflow-wrap: break-word;
  }
  .heading {
    flex-wrap: wrap;
  }
  .heading > slot {
    display: block;
    flex: 1 0 auto;
    max-inline-size: 100%;
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
  [part=badge] {
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
  }
  [part=item-title],
  [part=badge] {
    font-weight: 600;
  }
  [part=item-detail] {
    margin: 0;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
  }
  [part=badge] {
    padding: 2px 8px;
    font-size: 0.75em;
    white-space: nowrap;
  }
  .about > p {
    margin-inline-start: -1em;
    display: flex;
    flex-wrap: wrap;
  }
  .about > p > * {
    margin-inline-start: 1em;
    list-style: '· ';
    display: list-item;
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
