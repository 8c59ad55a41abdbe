import type { FindingWith } from '../../manifest/index.js';

/**
 * The findings of the command itself, from fetching a manifest and the files in it and comparing it with an earlier
 * one. Codes are stable, sentences may change; docs/check-manifest.md describes each.
 */
export type CommandFindingCode =
  | 'manifest-unreachable'
  | 'manifest-redirected'
  | 'html-instead-of-manifest'
  | 'not-utf-8'
  | 'image-unreachable'
  | 'image-not-found'
  | 'image-unreadable'
  | 'image-type-differs'
  | 'image-sent-as'
  | 'image-size-differs'
  | 'image-blocked-by-policy'
  | 'screenshot-out-of-bounds'
  | 'screenshot-too-long'
  | 'screenshot-shape-differs'
  | 'identity-changed'
  | 'icon-not-compared'
  | 'association-unreachable';

/** A finding of the command itself. */
export type CommandFinding = FindingWith<CommandFindingCode>;
