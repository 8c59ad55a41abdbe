import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The codes that the type `name` in `file` is made of, read from the source: types are gone at run time. */
export function readCodes(file: string, name: string): string[] {
  const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const declaration = new RegExp(`^export type ${name} =([^;]+);`, 'm').exec(source)?.[1];
  if (!declaration) throw new Error(`${file} declares no type ${name}`);
  return [...declaration.matchAll(/'([\w-]+)'/g)].map(([, code]) => code!);
}
