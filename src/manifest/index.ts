export { checkInstallability } from './installability/index.js';
export { processManifest } from './process.js';
export { isInScope } from './urls.js';
export { adviceGroups, adviseOn, type Advice, type AdviceCode, type AdviceGroup } from './advice.js';
export {
  checkScreenshots,
  type MeasuredSizes,
  type ScreenshotCode,
  type ScreenshotFinding,
} from './check-screenshots.js';
export { compareIcons, type Pixels } from './compare-icons.js';
export { forecastIdentity, type IdentityCause, type IdentityForecast } from './forecast-identity.js';
export { predictUpdate, type MemberChange, type UpdateForecast, type UpdateOptions } from './predict-update.js';
export type { FindingWith } from './finding.js';
export type { FindingCode } from './finding-codes.js';
export type {
  ClientMode,
  DisplayMode,
  DisplayOverride,
  FileHandler,
  FormFactor,
  IconPurpose,
  ImageResource,
  Installability,
  InstallabilityFacts,
  InstallabilityReason,
  LanguageMap,
  LocalizedText,
  Orientation,
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
export type { Engine, Platform } from './engine.js';
export type { Finding } from './finding.js';
export type { FindingLevel } from './finding-codes.js';
