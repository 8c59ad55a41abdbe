/** Where the repository can be read. The package has no docs, so rules name their pages by URL. */
export const repository = 'https://github.com/latchkey/latchkey/blob/main';
