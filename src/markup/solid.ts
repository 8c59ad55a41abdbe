/**
 * Types of the tags for JSX in Solid: properties, attributes, events and references. Loads nothing.
 *
 *     import type {} from 'latchkey/solid';
 */
// @ts-ignore: it is the app that has the framework
import type { JSX } from 'solid-js';
import type { LatchAttributes, LatchHandlers, LatchProperties, LatchTag } from './markup.js';

type WithPrefix<Prefix extends string, Members> = {
  [Name in keyof Members & string as `${Prefix}${Name}`]?: Members[Name];
};

/** What Solid sets on each tag: properties, or with `attr:` attributes; handlers with `on:`. */
export type SolidElements = {
  [Tag in LatchTag]: Omit<JSX.HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof LatchAttributes<Tag>> &
    LatchAttributes<Tag> &
    WithPrefix<'prop:', LatchProperties<Tag>> &
    WithPrefix<'attr:', LatchAttributes<Tag>> &
    LatchHandlers<'on:'>;
};

// @ts-ignore: it is the app that has the framework
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidElements {}
  }
}
