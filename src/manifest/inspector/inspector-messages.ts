import type { Section } from '../../messages/section.js';

const english = {
  address: 'Address of the manifest',
  load: 'Load',
  text: 'Manifest',
  placeholder: 'Paste a manifest here, or load one by its address.',
  loading: 'Loading…',
  offline: 'You’re offline. Paste the manifest, or load it when you’re online.',
  network: 'The manifest couldn’t be loaded. If it is on another site, paste its text.',
  bad_response: 'There is no manifest at this address.',
  rejected: 'Enter a web address.',
  done: 'Errors: {errors}. Warnings: {warnings}.',
};

/** What `latch-manifest-inspector` says before there is anything to report. In English alone, as its findings are. */
export const manifestInspector: Section<typeof english> = { english };
