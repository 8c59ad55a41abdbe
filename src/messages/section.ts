import type * as account from './en/account.js';
import type * as accountChanges from './en/account-changes.js';
import type * as cards from './en/cards.js';
import type * as codes from './en/codes.js';
import type * as install from './en/install.js';
import type * as nextSteps from './en/next-steps.js';
import type * as offline from './en/offline.js';
import type * as providers from './en/providers.js';
import type * as settings from './en/settings.js';
import type * as settingsChanges from './en/settings-changes.js';
import type * as settingsEvents from './en/settings-events.js';
import type * as settingsSecondFactor from './en/settings-second-factor.js';
import type * as signIn from './en/sign-in.js';
import type * as vault from './en/vault.js';
import type * as vaultErrors from './en/vault-errors.js';
import type * as vaultKeeping from './en/vault-keeping.js';

/** A sentence that depends on a number: one form for each plural category that the language has for whole numbers. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The sentences of an element, by name. */
export type Texts = Readonly<Record<string, string | Plural>>;

/** Sentences that belong together. */
export interface Section<T extends Texts = Texts> {
  /** The group of sections that is fetched together in other languages; every section has one. */
  readonly group?: string;
  /** The name in each translation. */
  readonly name: string;
  readonly english: T;
}

/** The sections that a module of English sentences exports, in another language. No key may be missing. */
export type Translation<Module> = {
  readonly [Name in keyof Module]: {
    readonly [Key in keyof Module[Name]]: Module[Name][Key] extends string ? string : Plural;
  };
};

/** Sentences for every section of the elements, as a translation into a further language must have them. */
export type Messages = Translation<typeof account> &
  Translation<typeof accountChanges> &
  Translation<typeof cards> &
  Translation<typeof codes> &
  Translation<typeof install> &
  Translation<typeof nextSteps> &
  Translation<typeof offline> &
  Translation<typeof providers> &
  Translation<typeof settings> &
  Translation<typeof settingsChanges> &
  Translation<typeof settingsEvents> &
  Translation<typeof settingsSecondFactor> &
  Translation<typeof signIn> &
  Translation<typeof vault> &
  Translation<typeof vaultErrors> &
  Translation<typeof vaultKeeping>;
