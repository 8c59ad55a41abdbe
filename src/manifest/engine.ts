/** Whose rules a manifest is processed by: the specification's own, or those of a browser engine. */
export type Engine = 'spec' | 'chromium' | 'webkit' | 'gecko';

/** All of them, in the order in which they are told. */
export const engines: readonly Engine[] = ['chromium', 'webkit', 'gecko', 'spec'];

/**
 * Where the app would be installed: Windows, macOS and Linux; phones and tablets; ChromeOS, on which only Chromium runs, and
 * which other engines take for a desktop.
 */
export type Platform = 'desktop' | 'mobile' | 'chromeos';
