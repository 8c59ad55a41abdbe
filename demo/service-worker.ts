import { startWorker } from 'latchkey/worker';

/**
 * The files of the built demo that are the same for everybody, by their addresses; `vite.demo.config.ts` puts the lists in.
 * `pages` and what they use in English are kept first, so that they soon open without a connection; then the rest. What
 * people have written is no business of the worker: the vault keeps that.
 */
declare const demoFiles: Record<'first' | 'later', readonly { url: string; revision: string }[]>;

startWorker({
  precache: demoFiles.first,
  later: demoFiles.later,
  offlinePage: demoFiles.first.find(({ url }) => url === '/offline')!,
  claim: true,
});
