import type { TemplateResult } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { css, html, nothing } from '../base/element/html.js';
import { accountPictogram } from '../base/element/pictograms.js';

/** How it looks where there is nothing to show: no passkey, or no user. */
export const emptyStyles = css`
  .tile {
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
    & > svg {
      inline-size: 20px;
      padding: 10px;
    }
  }
  .empty {
    display: grid;
    justify-items: center;
    padding: 32px 16px;
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius);
    text-align: center;
  }
  .empty > :is(strong, button, slot, .questions, [part=status]) {
    margin-block-start: 16px;
  }
  .empty > slot:not([hidden]) {
    display: block;
  }
  .empty > [part=status]:not(:empty) {
    margin-block-end: 0;
    padding: 0;
    background: none;
    font: inherit;
    &::before {
      content: none;
    }
  }
`;

/** How the page's own link to sign in looks, unless a class of the page says otherwise. */
export const signInLinkStyles = css`
  :where(latch-account, latch-passkey-list, latch-session-list) > a:where([slot=sign-in]) {
    display: inline-grid;
    box-sizing: border-box;
    min-block-size: var(--latch-control-size, 44px);
    padding: 4px 16px;
    place-content: center;
    border: 1px solid transparent;
    border-radius: var(--latch-radius, 8px);
    background: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    font-weight: var(--latch-label-weight, 600);
    text-decoration: none;
  }
  :where(latch-account, latch-passkey-list, latch-session-list) > a:where([slot=sign-in]):focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
`;

/** What a list says, and why it is not there. */
export interface ListProblem {
  /** The status line: one element throughout. */
  status: TemplateResult;
  problem: LatchError | undefined;
  isBusy: boolean;
  /** The label of the button that fetches the list again. */
  retry: unknown;
  refresh: () => unknown;
}

/**
 * The status line of a list, with a button to fetch the list again. To be signed out is no error: in place of the list
 * stands what it would show, and the page's own link or element to sign in with.
 */
export function renderListProblem({ status, problem, isBusy, retry, refresh }: ListProblem): TemplateResult {
  const isSignedOut = problem?.code === 'unauthenticated';
  const button = html`<button part="action" class="quiet" type="button" aria-disabled=${isBusy} @click=${refresh}>${retry}</button>`;
  return html`<div class=${isSignedOut ? 'empty' : ''}>${isSignedOut ? html`<span class="tile">${accountPictogram()}</span>` : nothing}${status}<slot name="sign-in" ?hidden=${!isSignedOut}></slot></div>${problem && !isSignedOut ? button : nothing}`;
}
