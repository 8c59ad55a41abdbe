/**
 * Types of the tags in templates of Svelte 5: properties, attributes and events. Loads nothing.
 *
 *     import type {} from 'latchkey/svelte';
 */
// @ts-ignore: it is the app that has the framework
import type { HTMLAttributes } from 'svelte/elements';
import type { LatchAttributes, LatchHandlers, LatchTag } from './markup.js';

/** What Svelte sets on each tag. A property that the element has is set as such, anything else as an attribute. */
export type SvelteElements = {
  [Tag in LatchTag]: Omit<HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof LatchAttributes<Tag>> &
    LatchAttributes<Tag> &
    LatchHandlers<'on'>;
};

// @ts-ignore: it is the app that has the framework
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteElements {}
}
