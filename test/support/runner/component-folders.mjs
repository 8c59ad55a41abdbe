import { readFileSync } from 'node:fs';

const { include } = JSON.parse(readFileSync(new URL('../../../tsconfig.json', import.meta.url), 'utf8'));

/**
 * The folders of the tests that run in a page: those that `tsconfig.json` checks with the types of a page.
 *
 * @type {string[]}
 */
export const componentFolders = include.filter((folder) => folder.startsWith('test/'));
