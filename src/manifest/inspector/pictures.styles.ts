import { css } from '../../base/element/html.js';

/** How icons, shortcuts and screenshots look in the report of `latch-manifest-inspector`. */
export const picturesStyles = css`
  .pictures {
    display: flex;
    flex-wrap: wrap;
    gap: 24px;
  }
  .pictures > li {
    max-inline-size: 100%;
  }
  .frames {
    display: flex;
    gap: 8px;
  }
  .frame {
    display: grid;
    position: relative;
    box-sizing: border-box;
    inline-size: 128px;
    block-size: 128px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: repeating-conic-gradient(color-mix(in oklab, currentcolor 12%, transparent) 0 25%, transparent 0 50%) 0 0 / 16px 16px;
    grid-template: 100% / 100%;
    place-items: center;
    overflow: hidden;
  }
  .frame > * {
    grid-area: 1 / 1;
  }
  .frame img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .wide.frame {
    inline-size: 320px;
    max-inline-size: 100%;
    block-size: 200px;
    background: var(--_tint);
  }
  .small.frame {
    flex: none;
    inline-size: 48px;
    block-size: 48px;
  }
  .masked {
    clip-path: circle(40%);
  }
  .zone {
    inline-size: 100%;
    stroke: #fff;
    stroke-width: 1.5;
    filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000);
  }
  .missing {
    padding: 8px;
    background: Canvas;
    color: CanvasText;
    font-size: 0.8125em;
    text-align: center;
  }
  .small .missing {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    clip-path: inset(50%);
  }
  figcaption {
    display: grid;
    inline-size: min-content;
    min-inline-size: 100%;
    margin-block-start: 8px;
  }
  .shortcuts li {
    display: flex;
    gap: 16px;
    padding-block: 8px;
  }
  .shortcuts code {
    display: block;
  }
`;
