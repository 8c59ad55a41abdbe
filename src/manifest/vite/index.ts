export { appManifest, type AppManifestOptions } from './app-manifest.js';
