import type { shipped as all } from './shipped.js';

/** No language: the application adds those that it wants, see docs/languages.md. */
export const shipped: typeof all = {};
