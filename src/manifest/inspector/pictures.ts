import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import type { ImageResource, Inspection, ProcessedManifest } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten } from './shorten.js';

/** No app has more of a kind; what lists thousands should not keep the page from answering. */
const mostShown = 50;

/** How a picture is shown: in its place, unless it could not be loaded. */
type Show = (src: string, alt: string, className?: string) => TemplateResult;

/**
 * The icons, with what a launcher may cut off them, the shortcuts and the screenshots, as Chromium understands them.
 * `broken` are those that could not be loaded.
 */
export function renderPictures(
  { views }: Inspection,
  broken: ReadonlySet<string>,
  onBroken: (src: string) => void,
): TemplateResult {
  const { icons, shortcuts, screenshots } = views.find(({ engine }) => engine === 'chromium')!.processed.manifest;
  const show: Show = (src, alt, className = '') => {
    // Only URLs that a page may load as a picture; a manifest may name others.
    if (!/^https?:\/\//.test(src)) return html`<span class="missing">${manifestReport.notShown}</span>`;
    if (broken.has(src)) return html`<span class="missing">${manifestReport.notLoaded}</span>`;
    return html`<img class=${className} src=${src} alt=${alt} loading="lazy" decoding="async" referrerpolicy="no-referrer" @error=${() => onBroken(src)} />`;
  };
  return html`<section>
      <h2 id="images">${manifestReport.images}</h2>
      ${icons.length === 0 ? html`<p>${manifestReport.noImages}</p>` : html`<ul class="pictures" role="list">${icons.slice(0, mostShown).map((icon) => renderIcon(icon, show))}</ul>`} ${renderRest(icons.length)}
    </section>
    ${shortcuts.length > 0 ? renderShortcuts(shortcuts, show) : nothing} ${screenshots.length > 0 ? renderScreenshots(screenshots, show) : nothing}`;
}

function renderIcon(icon: ImageResource, show: Show): TemplateResult {
  const isMaskable = icon.purpose.includes('maskable');
  return html`<li>
    <figure>
      <div class="frames">
        <div class="frame">
          ${show(icon.src, nameOf(icon.src))}
          ${isMaskable ? html`<svg part="icon" class="zone" viewBox="0 0 100 100" role="img" aria-label=${manifestReport.safeZone}><circle cx="50" cy="50" r="40" /></svg>` : nothing}
        </div>
        ${isMaskable ? html`<div class="frame">${show(icon.src, manifestReport.maskedAs, 'masked')}</div>` : nothing}
      </div>
      <figcaption>
        <code>${nameOf(icon.src)}</code>
        <span>${shorten([icon.sizes?.join(' ') ?? manifestReport.unknownSize, icon.type, icon.purpose.join(' ')].filter(Boolean).join(' · '))}</span>
        ${isMaskable ? html`<span>${manifestReport.safeZone}.</span>` : nothing}
      </figcaption>
    </figure>
  </li>`;
}

function renderShortcuts(shortcuts: ProcessedManifest['shortcuts'], show: Show): TemplateResult {
  return html`<section>
    <h2 id="shortcuts">${manifestReport.shortcuts}</h2>
    <ul class="shortcuts" role="list">
      ${shortcuts.slice(0, mostShown).map(
        ({ name, url, description, icons }) => html`<li>
          <div class="small frame">${icons[0] ? show(icons[0].src, '') : nothing}</div>
          <div>
            <strong>${shorten(name)}</strong>
            ${description ? html`<p>${shorten(description)}</p>` : nothing}
            <code>${shorten(url)}</code>
          </div>
        </li>`,
      )}
    </ul>
    ${renderRest(shortcuts.length)}
  </section>`;
}

function renderScreenshots(screenshots: ProcessedManifest['screenshots'], show: Show): TemplateResult {
  return html`<section>
    <h2 id="screenshots">${manifestReport.screenshots}</h2>
    <ul class="pictures" role="list">
      ${screenshots.slice(0, mostShown).map(
        ({ src, label, sizes, form_factor: formFactor }) => html`<li>
          <figure>
            <div class="wide frame">${show(src, label ?? nameOf(src))}</div>
            <figcaption>
              ${label ? html`<span>${shorten(label)}</span>` : nothing}
              <span>${shorten([sizes?.join(' ') ?? manifestReport.unknownSize, formFactor].filter(Boolean).join(' · '))}</span>
            </figcaption>
          </figure>
        </li>`,
      )}
    </ul>
    ${renderRest(screenshots.length)}
  </section>`;
}

/** How many there are beside those that are shown. */
function renderRest(count: number): TemplateResult | typeof nothing {
  return count > mostShown ? html`<p>${manifestReport.more.replace('{count}', `${count - mostShown}`)}</p>` : nothing;
}

/** The last part of an address. */
function nameOf(src: string): string {
  return shorten(
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || src,
  );
}
