/**
 * Types of the tags in templates of Vue 3: properties, attributes and events. Loads nothing.
 *
 *     import type {} from 'latchkey/vue';
 */
// @ts-ignore: it is the app that has the framework
import type { HTMLAttributes, ReservedProps } from 'vue';
import type { LatchAttributes, LatchPascalCaseHandlers, LatchTag } from './markup.js';

/** A component for each tag, as far as Vue's type checker is concerned. */
export type VueElements = {
  [Tag in LatchTag]: new () => {
    $props: Omit<HTMLAttributes, keyof LatchAttributes<Tag>> &
      ReservedProps &
      LatchAttributes<Tag> &
      LatchPascalCaseHandlers;
  };
};

// @ts-ignore: it is the app that has the framework
declare module 'vue' {
  interface GlobalComponents extends VueElements {}
  /** Children of a tag name the slot of the tag that they are for. Vue's own slots are components' alone. */
  interface HTMLAttributes {
    slot?: string;
  }
}
