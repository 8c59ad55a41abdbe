import { run } from '../../../../src/base/browser/ceremony.js';
import { registerWorker } from '../../../../src/worker/page/registration.js';

/** What a test does in this page, whose folder is the scope of the worker beside it. */
const tools = { run, registerWorker };
export type WorkerPageTools = typeof tools;
Object.assign(globalThis, { tools });
