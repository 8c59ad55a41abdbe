/**
 * Reads a Boolean attribute that `="false"` switches off, as React 18, Vue and Svelte write it; HTML alone would switch
 * it on.
 */
export const flag = (text: string | null): boolean => text !== null && text !== 'false';
