import type { Orientation } from '../types.js';

/**
 * @see {@link https://www.w3.org/TR/screen-orientation/#screenorientation-interface Screen Orientation,
 * OrientationLockType}
 */
export const orientations: readonly Orientation[] = [
  'any',
  'natural',
  'portrait',
  'portrait-primary',
  'portrait-secondary',
  'landscape',
  'landscape-primary',
  'landscape-secondary',
];
