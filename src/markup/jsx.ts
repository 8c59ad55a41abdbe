/**
 * Types of the tags for JSX in React 19: properties, attributes, events and references. Loads nothing.
 *
 *     import type {} from 'latchkey/jsx';
 */
// @ts-ignore: it is the app that has the framework
import type { HTMLAttributes as ReactAttributes, RefAttributes } from 'react';
import type { LatchAttributes, LatchHandlers, LatchTag } from './markup.js';

/** What React 19 sets on each tag. A property that the element has is set as such, anything else as an attribute. */
export type ReactElements = {
  [Tag in LatchTag]: Omit<ReactAttributes<HTMLElementTagNameMap[Tag]>, keyof LatchAttributes<Tag>> &
    RefAttributes<HTMLElementTagNameMap[Tag]> &
    LatchAttributes<Tag> &
    LatchHandlers<'on'>;
};

// @ts-ignore: it is the app that has the framework
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactElements {}
  }
}
