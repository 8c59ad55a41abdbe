export { buildHead, listHeadTags, type HeadTag } from './build-head.js';
export {
  associationPath,
  checkAssociation,
  type Association,
  type AssociationFinding,
  type AssociationFindingCode,
} from './check-association.js';
export {
  checkResponse,
  type ResponseContext,
  type ResponseFinding,
  type ResponseFindingCode,
  type ResponseHeaders,
} from './check-response.js';
export { isAllowedByPolicies, isSandboxed, type PolicedRequest } from './content-security-policy.js';
export { checkHead } from './head/check-head.js';
export type { HeadFinding, HeadFindingCode } from './head/finding-codes.js';
export { findManifestLink } from './head/manifest-link.js';
export { readHead, type PageTag } from './head/read-head.js';
