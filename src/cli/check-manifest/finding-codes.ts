import type { FindingWith } from '../../manifest/index.js';

/**
 * What the command itself finds, by fetching a manifest and what it names and by comparing it with an earlier one.
 * Codes are stable, sentences may change;
 * docs/check-manifest.md says what each stands for.
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
