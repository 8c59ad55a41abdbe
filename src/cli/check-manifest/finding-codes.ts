import type { FindingWith } from '../../manifest/index.js';

/** What the command itself finds, by fetching a manifest and what it names and by comparing it with an earlier one. Codes are stable; sentences may change. */
export const commandFindingCodes = {
  'manifest-unreachable': 'The manifest that the page links cannot be fetched',
  'manifest-redirected': 'The manifest is not where it was said to be, but where a redirect leads',
  'html-instead-of-manifest': 'An HTML page came where a manifest should be',
  'image-unreachable': 'An image cannot be fetched',
  'image-not-found': 'An image is not in the folder of the manifest',
  'image-unreadable': 'A file is no image that could be measured',
  'image-type-differs': 'An image is of another type than the manifest says',
  'image-sent-as': 'An image is sent with the content type of something else',
  'image-size-differs': 'An image has another size than the manifest says',
  'image-blocked-by-policy': 'The content security policy of the page keeps the browser from fetching an image',
  'screenshot-out-of-bounds': 'A screenshot is smaller or larger than browsers show',
  'screenshot-too-long': 'A screenshot is too long for its width, or too wide for its height',
  'screenshot-shape-differs': 'A narrow screenshot has another shape than the first one',
  'identity-changed': 'The manifest makes another app of the installed one, and nothing moves people over',
  'association-unreachable': 'The association file of a scope extension cannot be fetched',
} as const;

/** A finding of the command itself. */
export type CommandFinding = FindingWith<keyof typeof commandFindingCodes>;
