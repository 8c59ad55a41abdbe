export { validateManifest } from '@pwabuilder/manifest-validation';
