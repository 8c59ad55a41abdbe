/** What knows the adapters that a page can name. This one import keeps them out of what a page loads without one. */
export const loadAdapters = () => import('../../adapters/by-name.js');
