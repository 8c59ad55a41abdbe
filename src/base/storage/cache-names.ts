/** The names of the origin's caches; none where the browser keeps no caches for this page. */
export async function cacheNames(): Promise<string[]> {
  try {
    return (await (globalThis as { caches?: CacheStorage }).caches?.keys()) ?? [];
  } catch (error) {
    if ((error as DOMException).name === 'SecurityError') return [];
    throw error;
  }
}
