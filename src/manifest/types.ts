import type { Engine, Platform } from './engine.js';
import type { Finding } from './finding.js';

/** What {@link processManifest} has to know besides the text. */
export interface ProcessOptions {
  /** The URL that the manifest was fetched from, after redirects. Most URLs in it are resolved against this one. */
  manifestUrl: string | URL;
  /** The URL of the page that links the manifest. */
  documentUrl: string | URL;
  /** Whose rules count: `spec`, `chromium`, `webkit` or `gecko`. */
  engine: Engine;
  /**
   * `desktop`, `mobile` or `chromeos`: where members have an effect, and some limits and checks, differ. Chromium on
   * `mobile` is that of Android. Defaults to `desktop`.
   */
  platform?: Platform;
  /** The version of the browser, such as 148. Members that came later are not read. Defaults to the newest. */
  version?: number;
  /** The `Content-Type` of the response, if known. Browsers ignore it, so a wrong one is only a finding. */
  contentType?: string;
  /**
   * Returns whether two URLs belong to one site, by the public suffix list. Without it the registrable domain is
   * assumed to be the last two labels of the host, and a finding reports each case in which that mattered.
   */
  sameSite?: (one: URL, other: URL) => boolean;
  /**
   * Returns whether somebody can own a host, by the public suffix list. Without it any name of two labels that is not
   * reserved is taken for one that somebody can.
   */
  isRegistrable?: (host: string) => boolean;
}

/** A value of `display`, see https://www.w3.org/TR/appmanifest/#display-modes. */
export type DisplayMode = 'fullscreen' | 'standalone' | 'minimal-ui' | 'browser';
/** A value in `display_override`, tried before `display`. */
export type DisplayOverride = DisplayMode | 'window-controls-overlay' | 'tabbed' | 'unframed' | 'picture-in-picture';
/** The base direction of the manifest's texts, see https://www.w3.org/TR/appmanifest/#dir-member. */
export type TextDirection = 'ltr' | 'rtl' | 'auto';
/** The default orientation of the app, see https://www.w3.org/TR/screen-orientation/#dom-orientationlocktype. */
export type Orientation =
  | 'any'
  | 'natural'
  | 'portrait'
  | 'portrait-primary'
  | 'portrait-secondary'
  | 'landscape'
  | 'landscape-primary'
  | 'landscape-secondary';
/** What an icon may be used for, see https://www.w3.org/TR/appmanifest/#purpose-member. */
export type IconPurpose = 'any' | 'maskable' | 'monochrome';
/** The kind of screen that a screenshot was taken on. */
export type FormFactor = 'narrow' | 'wide';
/** Which window a launch of the app opens in, see https://wicg.github.io/web-app-launch/#launch_handler-member. */
export type ClientMode = 'auto' | 'navigate-new' | 'navigate-existing' | 'focus-existing';

/** An icon. `src` is absolute. */
export interface ImageResource {
  src: string;
  /** Such as `192x192` or `any`. Absent if none was given or none was valid. */
  sizes?: string[];
  type?: string;
  purpose: IconPurpose[];
  label?: string;
}

/** A screenshot for stores and install dialogs. `platform` is where it was taken, such as `android`. */
export interface Screenshot extends ImageResource {
  form_factor?: FormFactor;
  platform?: string;
}

/**
 * A text in one language, completed with the language tag of its key and the manifest's direction. Tags are canonical,
 * except by the specification, which keeps them as they are written.
 */
export interface LocalizedText {
  value: string;
  lang: string;
  dir: TextDirection;
}

/** From language tags, as they are written, to texts or icons. */
export type LanguageMap<Value> = Record<string, Value>;

/** An entry in the menu of the app's icon. `url` is absolute and within the scope. */
export interface Shortcut {
  name: string;
  url: string;
  short_name?: string;
  description?: string;
  icons: ImageResource[];
  name_localized?: LanguageMap<LocalizedText>;
  short_name_localized?: LanguageMap<LocalizedText>;
  description_localized?: LanguageMap<LocalizedText>;
  icons_localized?: LanguageMap<ImageResource[]>;
}

/** Where the app gets what users share with it. `action` is absolute; `accept` holds MIME types and file extensions. */
export interface ShareTarget {
  action: string;
  method: 'GET' | 'POST';
  enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  params: { title?: string; text?: string; url?: string; files?: Array<{ name: string; accept: string[] }> };
}

/** Files that the app opens, at `action`, which is absolute. */
export interface FileHandler {
  action: string;
  name?: string;
  icons: ImageResource[];
  /** From MIME types to file extensions, dots included. */
  accept: Record<string, string[]>;
  launch_type: 'single-client' | 'multiple-clients';
}

/** The same app in a store. `url` or `id` is there. */
export interface RelatedApplication {
  platform: string;
  url?: string;
  id?: string;
  min_version?: string;
  fingerprints?: unknown;
}

/** The tabs of an app with the display mode `tabbed`: its home tab and the button for a new one. */
export interface TabStrip {
  home_tab: 'auto' | 'absent' | { icons?: ImageResource[]; scope_patterns: Array<Record<string, string>> };
  new_tab_button: { url?: string };
}

/**
 * A manifest as an engine understands it. Members have the names and shapes of the specification; URLs are absolute,
 * colours are `#rrggbbaa`, lists of tokens are arrays, defaults are filled in, and what the engine drops is absent.
 * Members that the engine never looks at are processed by the specification's rules and stay.
 */
export interface ProcessedManifest {
  id: string;
  start_url: string;
  scope: string;
  display: DisplayMode;
  display_override: DisplayOverride[];
  dir: TextDirection;
  lang?: string;
  name?: string;
  short_name?: string;
  description?: string;
  name_localized?: LanguageMap<LocalizedText>;
  short_name_localized?: LanguageMap<LocalizedText>;
  description_localized?: LanguageMap<LocalizedText>;
  icons: ImageResource[];
  icons_localized?: LanguageMap<ImageResource[]>;
  screenshots: Screenshot[];
  shortcuts: Shortcut[];
  orientation?: Orientation;
  theme_color?: string;
  background_color?: string;
  color_scheme_dark?: { theme_color?: string; background_color?: string };
  categories: string[];
  iarc_rating_id?: string;
  launch_handler: { client_mode: ClientMode };
  share_target?: ShareTarget;
  file_handlers: FileHandler[];
  protocol_handlers: Array<{ protocol: string; url: string }>;
  scope_extensions: Array<{ type: 'origin'; origin: string }>;
  migrate_from: Array<{ id: string; install_url?: string; behavior: 'suggest' | 'force' }>;
  migrate_to?: { id: string; install_url?: string };
  tab_strip?: TabStrip;
  note_taking?: { new_note_url?: string };
  lock_screen?: { start_url?: string };
  related_applications: RelatedApplication[];
  prefer_related_applications: boolean;
  handle_links?: string;
  edge_side_panel?: { preferred_width?: number };
  widgets?: unknown[];
  serviceworker?: { src: string; scope?: string; use_cache?: boolean };
  gcm_sender_id?: string;
  translations?: Record<string, unknown>;
}

/** What {@link processManifest} answers. All of it is plain data. */
export interface ProcessedResult {
  /**
   * The processed manifest: members and shapes as in the specification, absolute URLs, colors as `#rrggbbaa`, `sizes`
   * and `purpose` as arrays, defaults filled in, and nothing that the engine drops.
   */
  manifest: ProcessedManifest;
  /** The identity of the installed app: `manifest.id`. */
  appId: string;
  /** The findings, in the order of the text. */
  findings: Finding[];
  /** The engine of the options. */
  engine: Engine;
  /** The platform of the options. */
  platform: Platform;
  /** The URL of the manifest in the options. */
  manifestUrl: string;
  /** The URL of the page in the options. */
  documentUrl: string;
  /** Whether the text was a manifest at all. If not, `manifest` has only defaults. */
  readable: boolean;
  /** The members that the text gave and the engine understood, in the order of the source. */
  understood: string[];
  /** Those of them that have no effect on the platform. */
  withoutEffect: string[];
  /** The version of the options, if one was given. */
  version?: number;
}

/** What only the page and the network know. Everything is optional; what is missing is not judged. */
export interface InstallabilityFacts {
  /** Whether the page is a secure context. Judged by `documentUrl` if missing. */
  secureOrigin?: boolean;
  /** Whether the head of the page links a manifest, by a link with an address. */
  linked?: boolean;
  /** Whether the page's policy lets the browser fetch the manifest. */
  allowedByPolicy?: boolean;
  /**
   * Whether a response to the request for the manifest came that the page may read: false after an error of the network,
   * a redirect that leads nowhere, and if another origin does not allow it.
   */
  reached?: boolean;
  /** Whether the page is sandboxed, so that it has no origin. */
  sandboxed?: boolean;
  /** Status of the manifest's response. */
  status?: number;
  /** Why the manifest could not be checked, as a sentence, and what would have to be done. */
  obstacle?: { message: string; fix?: string };
  /** Whether the window is private. */
  privateWindow?: boolean;
  /**
   * What came back for each icon, by absolute URL: whether a browser shows it, or the sentence why that is not known.
   */
  icons?: Record<string, { ok: boolean | string; type?: string; width?: number; height?: number }>;
  /** Absolute URL of the `apple-touch-icon` in the page's head. */
  touchIcon?: string;
  /** The id of the manifest that this document linked before. */
  earlierId?: string;
  /** Whether the association file of each scope extension names this app, by origin. */
  associations?: Record<string, boolean>;
}

/** One reason why something is, or is not, as it might be expected. */
export interface InstallabilityReason {
  /** Chromium's own id where it has one, such as `manifest-missing-suitable-icon`. */
  id: string;
  /**
   * `blocks-install` and `blocks-promotion` decide; `unchecked` leaves the decision open; `notes` are information.
   */
  effect: 'blocks-install' | 'blocks-promotion' | 'unchecked' | 'notes';
  message: string;
  /** The member that it is about, if it is about one. */
  member?: string;
  fix?: string;
}

/** What {@link checkInstallability} answers. */
export interface Installability {
  /**
   * Chromium: whether the criteria for the install prompt are met. WebKit and Gecko: whether a user can add the app. Null
   * if that could not be checked, for the reason of the effect `unchecked`.
   */
  installable: boolean | null;
  /** Whether the browser offers it automatically: the install icon and `beforeinstallprompt`. Null as above. */
  promotable: boolean | null;
  /** How the installed app opens. */
  effectiveDisplay: DisplayOverride;
  reasons: InstallabilityReason[];
}
