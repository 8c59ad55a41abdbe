import type { LitElement } from 'lit';
import type { LatchEventMap } from '../events.js';

// With an export, the declaration file of this module has the tags too; an import of nothing would be left out.
export type * from '../elements.js';

/** The tags of this package, whether or not the page defines them. */
export type LatchTag = Extract<keyof HTMLElementTagNameMap, `latch-${string}`>;

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : Name;

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

/** `Name` if the property may be set and is not a method, `never` otherwise. */
type Settable<Element, Name extends keyof Element> = Element[Name] extends (...parameters: never[]) => unknown
  ? never
  : Same<{ [Key in Name]: Element[Key] }, { -readonly [Key in Name]: Element[Key] }> extends true
    ? Name
    : never;

/** The names of the properties that an element adds to `LitElement` and that a page may set. */
type PropertyName<Element> = {
  [Name in Exclude<keyof Element, keyof LitElement> & string]: Settable<Element, Name>;
}[Exclude<keyof Element, keyof LitElement> & string];

/** How a value is written as the text of an attribute. `""` and `"true"` switch on, `"false"` switches off. */
type AttributeText<Value> = Value extends boolean ? '' | 'true' | 'false' : Value extends number ? `${Value}` : never;

/** The properties of the element with this tag that a template may set, under their JavaScript names. */
export type LatchProperties<Tag extends LatchTag> = {
  [Name in PropertyName<HTMLElementTagNameMap[Tag]>]?: HTMLElementTagNameMap[Tag][Name] | undefined;
};

/** What a template may write on the element with this tag: its properties, also under the names of their attributes. */
export type LatchAttributes<Tag extends LatchTag> = {
  [Name in PropertyName<HTMLElementTagNameMap[Tag]> as Name | KebabCase<Name>]?:
    HTMLElementTagNameMap[Tag][Name] | AttributeText<HTMLElementTagNameMap[Tag][Name]> | undefined;
};

/**
 * Handlers of the package's events under their names with a prefix: `onlatch-signed-in` for `on`. Every element takes
 * all of them, because events bubble from one element to another that encloses it.
 */
export type LatchHandlers<Prefix extends string> = {
  [Type in keyof LatchEventMap as `${Prefix}${Type}`]?: ((event: LatchEventMap[Type]) => void) | undefined;
};

/** The same under the names that Vue gives them: `onLatchSignedIn` for `@latch-signed-in`. */
export type LatchPascalCaseHandlers = {
  [Type in keyof LatchEventMap as `on${PascalCase<Type>}`]?: ((event: LatchEventMap[Type]) => void) | undefined;
};
