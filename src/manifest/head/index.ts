export { checkHead } from './check-head.js';
export { headFindingCodes, type HeadFinding, type HeadFindingCode } from './finding-codes.js';
export { findManifestLink } from './manifest-link.js';
export { readHead, type PageTag } from './read-head.js';
