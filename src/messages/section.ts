import type * as english from './en.js';

/** A sentence that depends on a number: one form for each plural category that the language has for whole numbers. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The sentences of an element, by name. */
export type Texts = Readonly<Record<string, string | Plural>>;

/** Sentences that belong together. */
export interface Section<T extends Texts = Texts> {
  /** The name in each translation; a section without one is in English only. */
  readonly name?: string;
  readonly english: T;
}

/** The sentences of a section in another language. No key may be missing. */
type Translation<T extends Texts> = { readonly [Key in keyof T]: T[Key] extends string ? string : Plural };

/** What the reference server says of the deletion of an account. */
export type ServerMessages = Translation<(typeof english)['consequences']['english']>;

/** Sentences for every section of the elements, as a translation into a further language must have them. */
export type Messages = {
  readonly [Name in Exclude<keyof typeof english, 'consequences'>]: Translation<(typeof english)[Name]['english']>;
};
