import { startWorker } from 'latchkey/worker';

/**
 * Every file of the built demo that is the same for everybody, by its address; `vite.demo.config.ts` puts the list in.
 */
declare const demoFiles: readonly { url: string; revision: string }[];

/**
 * The pages that open without a connection. What people have written is no business of the worker: the vault keeps
 * that.
 */
const pages = ['/', '/home', '/offline-status', '/private-notes', '/vault-unlock'];

startWorker({
  precache: demoFiles.filter(({ url }) => url.includes('.') || pages.includes(url)),
  offlinePage: demoFiles.find(({ url }) => url === '/offline')!,
  claim: true,
});
