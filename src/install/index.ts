export { LatchError, type LatchErrorCode, type LatchErrorDetails } from '../base/client/errors.js';
export { isRunningInstalled } from '../base/browser/installed-app.js';
export {
  hasWebInstall,
  install,
  readInstallation,
  watchInstallation,
  type Installation,
  type InstallOutcome,
} from './prompt.js';
export { isInstalled } from './installed.js';
export { instructionsFor, type InstallInstructions, type InstallStep } from './instructions.js';
export type { InstallTarget } from './web-install.js';
export { readSurroundings, type Surroundings } from './surroundings.js';
