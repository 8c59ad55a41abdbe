import { css } from '../base/element/html.js';

/** Sections below each other, each with rows of what there is and what changes it. */
export const accountStyles = css`
  section {
    padding-block: 24px;
    min-block-size: 72px;
  }
  /* nothing moves when what is above has come; a backend that is slow there holds the others for two seconds at most */
  section:is([aria-busy=true], :has(:state(loading))) ~ section {
    visibility: hidden;
    animation: 0s 2s forwards latch-show;
  }
  @keyframes latch-show {
    to {
      visibility: visible;
    }
  }
  section + section {
    border-block-start: 1px solid var(--_border);
  }
  h2 {
    margin: 0 0 8px;
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.4;
    text-wrap: balance;
  }
  h3 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  h3:focus {
    outline: none;
  }
  .once {
    display: grid;
    gap: 12px;
    max-inline-size: 400px;
    margin-block-end: 8px;
    & > p {
      margin: 0;
    }
  }
  [slot=heading] > h2 {
    margin: 0 0 8px;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li + li .row,
  .row + .row {
    border-block-start: 1px solid var(--_border);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding-block: 8px;
  }
  .about {
    flex: 1 1 10em;
    min-inline-size: 0;
    line-height: 1.5;
    overflow-wrap: break-word;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 8px;
    margin-inline-start: auto;
  }
  [part=item-detail] {
    margin: 0;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
  }
  [part=item-detail] > span + span::before {
    content: '· ';
  }
  [part=badge] {
    display: inline-block;
    padding: 2px 8px;
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
    font-size: 0.75em;
    font-weight: 600;
    white-space: nowrap;
  }
  button {
    inline-size: auto;
  }
  button.remove {
    color: var(--_danger-text);
  }
  form {
    max-inline-size: 400px;
    margin-block: 8px;
  }
  label {
    display: block;
    margin-block: 8px 4px;
    font-size: var(--latch-font-size-small, 0.875em);
    font-weight: var(--latch-label-weight, 600);
    line-height: 1.43;
  }
  form > input {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--_size);
    padding: var(--_pad) 12px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  form > input[hidden] {
    display: none;
  }
  form > input:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
  form > input[aria-invalid]:focus-visible {
    outline-color: var(--_danger-text);
  }
  form > input[aria-invalid] {
    border-color: var(--_danger-text);
    box-shadow: 0 0 0 1px var(--_danger-text);
    @media (prefers-contrast: more) {
      border-color: currentcolor;
    }
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 16px;
  }
  latch-otp-input {
    max-inline-size: 400px;
  }
`;
