import { css } from '../css.js';
import { makeField } from '../light-dom.js';

/** The labels of a form that an element makes. */
export interface FormTexts {
  username: string;
  password: string;
  button: string;
}

/** The styles of a made form. It is in the page, where the styles of the element do not apply. */
const { styleSheet } = css`
  form[data-latch] {
    display: grid;
    gap: 4px;
    font-weight: inherit;
  }
  form[data-latch] :is(input, button) {
    box-sizing: border-box;
    min-block-size: var(--latch-control-size, 44px);
    margin-block-end: 12px;
    padding: 8px 12px;
    border: 1px solid var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    border-radius: var(--latch-radius, 8px);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  form[data-latch] input[aria-invalid] {
    border: 2px solid var(--latch-danger, #d93a32);
    padding: 7px 11px;
  }
  @media (prefers-contrast: more) {
    form[data-latch] :is(input, input[aria-invalid]) {
      border-color: currentcolor;
    }
  }
  form[data-latch] button {
    border-color: transparent;
    background: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    cursor: pointer;
  }
  form[data-latch][aria-busy] button {
    cursor: progress;
    opacity: 65%;
  }
  form[data-latch][aria-busy] button::before {
    content: '';
    display: inline-block;
    inline-size: 12px;
    block-size: 12px;
    margin-inline-end: 8px;
    border: 2px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: 1s linear infinite latch-turn;
  }
  @keyframes latch-turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    form[data-latch] ::before {
      animation: none !important;
    }
  }
  form[data-latch] :is(label, button) {
    font-weight: var(--latch-label-weight, 600);
  }
  form[data-latch] :focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
`;

/** Makes a form for `host`, which posts to `action` if the script of the page fails. Loaded only for pages without a form. */
export function makeForm(host: HTMLElement, texts: FormTexts, action: string): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.dataset.latch = '';
  const [username, password] = [makeField(texts.username, 'username'), makeField(texts.password, 'password')];
  username[1].autocomplete = 'username';
  password[1].autocomplete = 'current-password';
  password[1].type = 'password';
  username[1].required = password[1].required = true;
  const button = document.createElement('button');
  button.textContent = texts.button;
  form.append(...username, ...password, button);
  const { adoptedStyleSheets } = host.getRootNode() as Document | ShadowRoot;
  if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
  return form;
}
