import type { PropertyDeclaration } from 'lit';

/**
 * A Boolean attribute that `="false"` switches off, as React 18, Vue and Svelte write it; HTML alone would switch it on.
 */
export const flag: PropertyDeclaration = { converter: (text: string | null) => text !== null && text !== 'false' };
