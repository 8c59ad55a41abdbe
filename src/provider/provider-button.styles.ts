import { css } from '../base/element/html.js';

/**
 * How the buttons of providers look, as their brands ask: each on the same neutral ground, in the same size, with its
 * icon unaltered. Pages change it by `--latch-border-strong` and the part `button`.
 */
export const providerButtonStyles = css`
  [part=button].brand {
    --_fill: light-dark(#fff, #131314);
    --_line: var(--latch-border-strong, light-dark(#747775, #8e918f));
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
    color: light-dark(#1f1f1f, #e3e3e3);
  }
  [part=button].apple {
    --_fill: light-dark(#fff, #000);
    --_line: var(--latch-border-strong, light-dark(#000, #fff));
    color: light-dark(#000, #fff);
  }
  [part=button].microsoft {
    --_fill: light-dark(#fff, #2f2f2f);
    --_line: var(--latch-border-strong, #8c8c8c);
    color: light-dark(#5e5e5e, #fff);
  }
  @media (prefers-contrast: more) {
    [part=button].brand {
      --_line: currentcolor;
    }
  }
  [part=button].nameless {
    visibility: hidden;
  }
  svg.logo {
    fill: currentcolor;
    stroke: none;
  }
  img[part=icon] {
    flex: none;
    inline-size: var(--latch-icon-size, 1.25em);
    block-size: var(--latch-icon-size, 1.25em);
    object-fit: contain;
  }
`;
