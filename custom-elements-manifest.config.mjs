import { posix } from 'node:path';

/** Names what is published: `dist/x.js` for `src/x.ts` and `src/x.js`. */
const toPublished = (path) => path.replace(/^\/?src\/(.*)\.[jt]s$/, 'dist/$1.js');

/** Keeps the classes, their public members and where they are exported; names every path as published. */
const publishedOnly = {
  name: 'published-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      const folder = posix.dirname(module.path);
      module.declarations = module.declarations.filter(({ kind }) => kind === 'class');
      module.exports = module.exports.filter(({ declaration }) => /^([A-Z]|\*)/.test(declaration.name));
      module.path = toPublished(module.path);
      for (const declaration of module.declarations) keepPublic(declaration);
      for (const link of findLinks(module))
        link.module = toPublished(link.module.startsWith('.') ? posix.join(folder, link.module) : link.module);
    }
    const modules = customElementsManifest.modules.filter(
      (module) => module.declarations.length + module.exports.length > 0,
    );
    // The analyzer reads the files in the order of the disk.
    customElementsManifest.modules = modules.sort((one, other) => (one.path < other.path ? -1 : 1));
  },
};

function keepPublic(declaration) {
  const isPublic = ({ privacy, name }) => privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#');
  const hidden = new Set(declaration.members?.filter((member) => !isPublic(member)).map(({ name }) => name));
  if (declaration.members) declaration.members = declaration.members.filter(isPublic);
  // the analyzer also takes the first argument of any `new SomeEvent(…)` for a name
  if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name?.startsWith('latch-'));
  if (declaration.attributes)
    declaration.attributes = declaration.attributes.filter(({ fieldName }) => !hidden.has(fieldName));
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
