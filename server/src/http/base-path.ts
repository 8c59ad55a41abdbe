import { getPath } from 'hono/utils/url';

/**
 * The path of a request without `basePath`, so that the endpoints answer below it and at the root: proxies may remove it
 * or not.
 */
export function pathBelow(basePath = ''): (request: Request) => string {
  if (basePath === '') return getPath;
  return (request) => {
    const path = getPath(request);
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  };
}
