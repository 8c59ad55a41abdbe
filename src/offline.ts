export {
  BackgroundQueue,
  openBackgroundQueue,
  type BackgroundQueueOptions,
  type BackgroundWrite,
  type WaitingWrite,
} from './outbox/background.js';
export { openOutbox, type OpenOutboxOptions } from './outbox/open-outbox.js';
export {
  Outbox,
  type OutboxOptions,
  type OutboxState,
  type OutboxStatus,
  type OutboxWatcher,
} from './outbox/outbox.js';
export { userCachePrefix, type WorkerMessage, type WorkerReply } from './base/contract/worker.js';
export { keepPrivateCaches, openPrivateCache } from './worker/page/private-caches.js';
export type {
  BatchOptions,
  BatchRequest,
  NewWrite,
  Precondition,
  QueuedWrite,
  RequestHeaders,
  SealedChange,
  SealedStore,
  SealedStoreChanges,
  StreamSource,
  Write,
} from './outbox/queued-write.js';
export { registerWorker, type RegisterWorkerOptions, type WorkerUpdate } from './worker/page/registration.js';
export type { WhenAnswered } from './outbox/replay.js';
export type { ServerAnswer } from './base/client/exchange.js';
export type { Sending } from './outbox/send-write.js';
export { explainRefusal, type RefusalAdvice, type RefusalReason, type RefusedWrite } from './outbox/refusal.js';
export type { Choice, SettleOptions } from './outbox/settle-write.js';
