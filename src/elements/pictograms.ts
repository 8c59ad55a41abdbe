import { svg } from 'lit';

const drawing = (paths: unknown) => svg`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

/** A person and a key. */
export const passkeyPictogram = drawing(svg`<circle cx="8" cy="6.2" r="3.2"/><path d="M2 16.5v-.7a5 5 0 0 1 5-5h1.6"/><circle cx="14.4" cy="11.2" r="2.6"/><path d="M14.4 13.8V18m0-1.9h1.7"/>`);

/** A door and an arrow out of it. */
export const signOutPictogram = drawing(svg`<path d="M8 3H4.5A1.5 1.5 0 0 0 3 4.5v11A1.5 1.5 0 0 0 4.5 17H8m5-3.5 3.5-3.5L13 6.5M16.5 10H8"/>`);
