import { posix } from 'node:path';

/** Names what is published: `dist/x.js` for `src/x.ts` and `src/x.js`. */
const toPublished = (path) => path.replace(/^\/?src\/(.*)\.[jt]s$/, 'dist/$1.js');

/** Rewrites every path from the source to the package, and takes out what is nobody else's business: private, protected and internal members. */
const publishedOnly = {
  name: 'published-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      const folder = posix.dirname(module.path);
      module.path = toPublished(module.path);
      for (const declaration of module.declarations) keepPublic(declaration);
      for (const link of findLinks(module)) link.module = toPublished(link.module.startsWith('.') ? posix.join(folder, link.module) : link.module);
    }
  },
};

function keepPublic(declaration) {
  const isPublic = ({ privacy, name }) => privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#');
  const hidden = new Set(declaration.members?.filter((member) => !isPublic(member)).map(({ name }) => name));
  if (declaration.members) declaration.members = declaration.members.filter(isPublic);
  // the analyzer also takes the first argument of any `new SomeEvent(…)` for a name
  if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name?.startsWith('latch-'));
  if (declaration.attributes) declaration.attributes = declaration.attributes.filter(({ fieldName }) => !hidden.has(fieldName));
}

/** Every object inside `value` that refers to a module of this package. */
function findLinks(value) {
  if (typeof value !== 'object' || value === null) return [];
  return [...(typeof value.module === 'string' ? [value] : []), ...Object.values(value).flatMap(findLinks)];
}

export default {
  globs: ['src/elements/**/*.ts', 'src/define/*.ts', 'src/events.ts'],
  litelement: true,
  packagejson: false,
  plugins: [publishedOnly],
};
