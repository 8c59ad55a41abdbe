import type { FindingWith } from '../../finding.js';

/**
 * The findings in the head of a page. Codes are stable, sentences may change; docs/check-manifest.md describes each.
 */
export type HeadFindingCode =
  | 'manifest-link-missing'
  | 'manifest-link-outside-head'
  | 'manifest-link-repeated'
  | 'manifest-link-empty'
  | 'manifest-link-invalid'
  | 'manifest-link-elsewhere'
  | 'manifest-link-credentials'
  | 'crossorigin-unknown'
  | 'theme-color-missing'
  | 'theme-color-invalid'
  | 'theme-color-differs'
  | 'theme-color-unpaired'
  | 'theme-color-hidden'
  | 'touch-icon-missing'
  | 'touch-icon-wins'
  | 'touch-icon-format'
  | 'touch-icon-size'
  | 'title-differs'
  | 'application-name-differs'
  | 'capable-legacy'
  | 'capable-contradicts'
  | 'status-bar-style-unknown'
  | 'status-bar-needs-viewport-fit'
  | 'startup-image-without-media'
  | 'startup-image-repeated'
  | 'icon-link-missing'
  | 'mask-icon-legacy'
  | 'mask-icon-without-color'
  | 'retired-tag'
  | 'viewport-missing'
  | 'viewport-fit-missing';

/**
 * A finding in the head of a page. Its `path` is a selector; `line` and `column` are those of the tag in the page, or 1
 * if it is missing.
 */
export type HeadFinding = FindingWith<HeadFindingCode>;
