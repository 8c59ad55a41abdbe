import { type TemplateResult } from 'lit';
import { html } from './html.js';
import { encode } from 'uqr';

/**
 * Draws the QR code of a text, with its name for screen readers: dark on white also on a dark page, with the margin that
 * cameras need. Elements load it when they show one. @internal
 */
export function drawQrCode(text: string, name: unknown): TemplateResult {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<!----><svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${name} shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z" /><path fill="#000" d=${path} /></svg>`;
}
