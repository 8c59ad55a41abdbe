import type { CSSResult } from 'lit';
import { css } from './html.js';

/**
 * How a form that an element makes looks, in the page or in its shadow root. Give it before the styles of the element. The
 * selectors have an attribute, so that what the page says of its own forms does not apply.
 */
export const madeFormStyles: CSSResult = css`
  form:is([data-latch], [data-latch-card]) {
    display: grid;
    grid: none;
    place-content: normal;
    place-items: normal;
    inline-size: auto;
    min-inline-size: 0;
    max-inline-size: none;
    block-size: auto;
    min-block-size: 0;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
    --_accent: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    --_danger: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_size: var(--latch-control-size, 44px);
    & label {
      display: block;
      float: none;
      inline-size: auto;
      margin: 0;
      font-weight: var(--latch-label-weight, 600);
      text-align: start;
    }
    & :is(input, button) {
      box-sizing: border-box;
      float: none;
      inline-size: 100%;
      max-inline-size: none;
      min-block-size: var(--_size);
      margin: 0;
      padding: max(0.25em, min(8px, (var(--_size) - 1lh) / 2 - 1px)) 12px;
      border: 1px solid var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
      border-radius: var(--latch-radius, 8px);
      background: transparent;
      color: inherit;
      font: inherit;
    }
    & input[aria-invalid=true] {
      border-color: var(--_danger);
      box-shadow: 0 0 0 1px var(--_danger);
    }
    & button {
      display: flex;
      place-content: center;
      place-items: center;
      gap: var(--latch-space, 8px);
      position: relative;
      padding-inline: 8px;
      border-color: transparent;
      font-weight: var(--latch-label-weight, 600);
      text-align: center;
      cursor: pointer;
    }
    & > button {
      background: var(--_accent);
      color: var(--latch-on-accent, light-dark(#fff, #0a1433));
      transition: var(--latch-transition, none);
    }
    & > button:hover {
      background: var(--latch-accent-hover, color-mix(in oklab, var(--_accent), currentcolor 12%));
    }
    & > button:active {
      background: var(--latch-accent-pressed, color-mix(in oklab, var(--_accent), currentcolor 20%));
    }
    & button[aria-disabled=true],
    &[aria-busy=true] > button {
      cursor: progress;
      opacity: 65%;
    }
    &[aria-busy=true] > button::before {
      content: '';
      box-sizing: border-box;
      inline-size: 16px;
      block-size: 16px;
      border: 2px solid;
      border-inline-end-color: transparent;
      border-radius: 50%;
      animation: 1s linear infinite latch-turn;
    }
    & :focus-visible {
      outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
      outline-offset: 2px;
    }
    & input[aria-invalid=true]:focus-visible {
      outline-color: var(--_danger);
    }
  }
  @keyframes latch-turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    form:is([data-latch], [data-latch-card]) button::before {
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    form:is([data-latch], [data-latch-card]) > button {
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
  }
  @media (prefers-contrast: more) {
    form:is([data-latch], [data-latch-card]) :is(input, input[aria-invalid=true]) {
      border-color: currentcolor;
    }
  }
  @supports (color: oklch(from currentcolor l c h)) {
    form:is([data-latch], [data-latch-card]) {
      --_danger: var(--latch-danger, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.18 28 / 1));
    }
  }
`;
