import type { FindingWith } from '../../manifest/index.js';

/**
 * The findings of the command itself, from fetching a manifest and the files in it and comparing it with an earlier
 * one. Codes are stable, sentences may change; docs/check-manifest.md describes each.
 */
export type CommandFindingCode =
  | 'manifest-unreachable'
  | 'manifest-needs-credentials'
  | 'manifest-on-other-origin'
  | 'page-sandboxed'
  | 'manifest-redirected'
  | 'html-instead-of-manifest'
  | 'not-utf-8'
  | 'start-page-unreachable'
  | 'start-page-elsewhere'
  | 'start-page-asks-for-sign-in'
  | 'start-page-without-manifest'
  | 'start-page-links-another'
  | 'touch-icon-unreachable'
  | 'touch-icon-transparent'
  | 'touch-icon-small'
  | 'worker-caches-manifest'
  | 'worker-misses-share'
  | 'image-unreachable'
  | 'image-not-found'
  | 'image-unreadable'
  | 'image-type-differs'
  | 'image-sent-as'
  | 'image-size-differs'
  | 'image-blocked-by-policy'
  | 'image-blocked-by-server'
  | 'maskable-transparent'
  | 'maskable-outside-safe-zone'
  | 'identity-changed'
  | 'icon-not-compared'
  | 'association-unreachable';

/** A finding of the command itself. */
export type CommandFinding = FindingWith<CommandFindingCode>;
