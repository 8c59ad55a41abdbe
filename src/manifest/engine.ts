/** Whose rules a manifest is processed by: the specification's own, or those of a browser engine. */
export type Engine = 'spec' | 'chromium' | 'webkit' | 'gecko';

/** Where the app would be installed. Some limits and checks differ between the two. */
export type Platform = 'desktop' | 'mobile';
