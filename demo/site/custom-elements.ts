import { readFileSync } from 'node:fs';

/** What `custom-elements.json` says about one tag. */
export interface Declaration {
  readonly tagName: string;
  readonly name: string;
  readonly description: string;
  readonly attributes?: readonly Named[];
  readonly members?: readonly Member[];
  readonly events?: readonly (Named & { readonly detail?: string })[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly cssStates?: readonly Named[];
}

export interface Named {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

export interface Member extends Named {
  readonly kind: string;
  readonly privacy?: string;
  readonly static?: boolean;
  readonly attribute?: string;
  readonly parameters?: readonly (Named & { readonly optional?: boolean })[];
  readonly return?: { readonly type: { readonly text: string } };
}

/** Every tag that the manifest at `file` describes, in the order of their names. */
export function readDeclarations(file: string): Declaration[] {
  const { modules } = JSON.parse(readFileSync(file, 'utf8')) as {
    modules: { declarations?: (Declaration | { tagName?: undefined })[] }[];
  };
  return modules
    .flatMap(({ declarations = [] }) => declarations.flatMap((one) => (one.tagName === undefined ? [] : [one])))
    .sort((one, other) => one.tagName.localeCompare(other.tagName));
}
