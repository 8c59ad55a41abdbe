/** Lets pages use a backend that does not speak the contract: an adapter maps one to the other. */
export {
  BackendRefusal,
  isBackedUp,
  unreported,
  userIdOf,
  type Adapter,
  type BackendRequest,
  type AdapterCapabilities,
  type Capability,
  useBackend,
} from './base/client/adapter.js';
export type { ContractRequests } from './base/contract/requests.js';
export {
  aspNetCsrf,
  csrfFromCookie,
  csrfFromMeta,
  djangoCsrf,
  laravelCsrf,
  railsCsrf,
  springCsrf,
  type HeadersOf,
} from './base/client/csrf.js';
