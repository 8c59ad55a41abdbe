import { siteRoot } from './search.js';

/**
 * The site may share its origin with an app that uses the package, such as the demo. What the examples keep and share
 * has other names, so that neither sees the other's users, and a sign-out in an example deletes nothing of the app.
 */
export function keepApart(): void {
  const mark = 'examples:';
  const rename = (name: string): string => mark + name;
  const { open: openDatabase, deleteDatabase } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...version) {
    return openDatabase.call(this, rename(name), ...version);
  };
  IDBFactory.prototype.deleteDatabase = function (name) {
    return deleteDatabase.call(this, rename(name));
  };
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(rename(name));
    }
  };
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    const native = Storage.prototype[method] as (key: string, ...value: string[]) => string | null;
    Storage.prototype[method] = function (this: Storage, key: string, ...value: string[]): never {
      return native.call(this, key.startsWith('latchkey.') ? rename(key) : key, ...value) as never;
    };
  }
  const { request } = LockManager.prototype as { request(name: string, ...rest: unknown[]): Promise<unknown> };
  LockManager.prototype.request = function (this: LockManager, name: string, ...rest: unknown[]): Promise<never> {
    return request.call(this, rename(name), ...rest) as Promise<never>;
  };
  const { open: openCache, delete: deleteCache, keys } = CacheStorage.prototype;
  CacheStorage.prototype.open = function (name) {
    return openCache.call(this, rename(name));
  };
  CacheStorage.prototype.delete = function (name) {
    return deleteCache.call(this, rename(name));
  };
  CacheStorage.prototype.keys = async function () {
    const names = await keys.call(this);
    return names.filter((name) => name.startsWith(mark)).map((name) => name.slice(mark.length));
  };
}

/** Has the elements of the page ask the backend in the folder `name` of the site. */
export function nameBackend(name: string): void {
  const base = document.createElement('meta');
  base.name = 'latch-base-url';
  base.content = new URL(`${name}/`, siteRoot()).pathname;
  document.head.append(base);
}
