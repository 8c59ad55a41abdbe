import type { Finding } from './types.js';

/**
 * A finding about something around the manifest, of the same shape as those of `processManifest`, with codes of its
 * own.
 */
export interface FindingWith<Code extends string> extends Omit<Finding, 'code'> {
  code: Code;
}
