export { userCachePrefix, type WorkerMessage, type WorkerReply } from '../base/contract/worker.js';
export type { KeptFile, WorkerOptions } from './options.js';
export { createRoutes } from './routes.js';
export { addWorkerListeners, startWorker } from './start-worker.js';
