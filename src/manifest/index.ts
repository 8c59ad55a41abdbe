export { checkInstallability } from './installability/index.js';
export { processManifest } from './process.js';
export { isInScope } from './scope.js';
export { compareIcons, type Pixels } from './compare-icons.js';
export { forecastIdentity, type IdentityCause, type IdentityForecast } from './forecast-identity.js';
export { predictUpdate, type MemberChange, type UpdateForecast, type UpdateOptions } from './predict-update.js';
export type { FindingWith } from './finding-with.js';
export type { FindingCode } from './finding-codes.js';
export type {
  ClientMode,
  DisplayMode,
  DisplayOverride,
  Engine,
  FileHandler,
  Finding,
  FindingLevel,
  FormFactor,
  IconPurpose,
  ImageResource,
  Installability,
  InstallabilityFacts,
  InstallabilityReason,
  LanguageMap,
  LocalizedText,
  Orientation,
  Platform,
  ProcessedManifest,
  ProcessedResult,
  ProcessOptions,
  RelatedApplication,
  Screenshot,
  ShareTarget,
  Shortcut,
  TabStrip,
  TextDirection,
} from './types.js';
