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

/** The words of each `as const` list of texts, and the name of the list behind each type of its words. */
const lists = new Map();
const wordTypes = new Map();

/** Writes the words in place of the names of their types, so that editors offer them. */
const wordsInTypes = {
  name: 'words-in-types',
  collectPhase({ ts, node }) {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isAsExpression(node.initializer)) {
      const { expression } = node.initializer;
      if (ts.isArrayLiteralExpression(expression) && expression.elements.every(ts.isStringLiteral))
        lists.set(
          node.name.getText(),
          expression.elements.map(({ text }) => text),
        );
    }
    if (ts.isTypeAliasDeclaration(node)) {
      const list = /^\(typeof (\w+)\)\[number\]$/.exec(node.type.getText())?.[1];
      if (list) wordTypes.set(node.name.text, list);
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations } of customElementsManifest.modules)
      for (const { members = [], attributes = [] } of declarations)
        for (const { type } of [...members, ...attributes]) if (type) type.text = writeWords(type.text);
  },
};

function writeWords(text) {
  const unionOf = (name) =>
    lists
      .get(wordTypes.get(name))
      .map((word) => `'${word}'`)
      .join(' | ');
  return text
    .replace(/\bWordList<(\w+)>/, (_all, name) => `${unionOf(name)} | string | readonly (${unionOf(name)})[]`)
    .replace(/\b\w+\b/g, (name) => (wordTypes.has(name) ? unionOf(name) : name));
}

/** What `detail` of each event class is, with its members written out; undefined for an event without. */
const details = new Map();

/** Gives each event class the type of its `detail`, and each event of a tag the same. */
const detailsOfEvents = {
  name: 'details-of-events',
  initialize({ ts }) {
    const file = 'src/events.ts';
    const program = ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ES2022, moduleResolution: 100 });
    const checker = program.getTypeChecker();
    const write = (type) => {
      if (type.isUnion()) return [...new Set(type.types.map(write))].join(' | ').replace('false | true', 'boolean');
      const isOurs = type.getSymbol()?.declarations?.every((each) => !each.getSourceFile().hasNoDefaultLib) ?? false;
      if (!isOurs || type.isClass() || type.flags & ts.TypeFlags.Primitive || checker.isArrayType(type))
        return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replaceAll('"', "'");
      const members = checker.getPropertiesOfType(type).map((member) => {
        const isOptional = member.flags & ts.SymbolFlags.Optional;
        const own = checker.getTypeOfSymbol(member);
        return `${member.name}${isOptional ? '?' : ''}: ${write(isOptional ? checker.getNonNullableType(own) : own)}`;
      });
      return `{ ${members.join('; ')} }`;
    };
    for (const node of program.getSourceFile(file).statements) {
      const [detail] = (ts.isClassDeclaration(node) && node.heritageClauses?.[0].types[0].typeArguments) || [];
      if (detail && detail.kind !== ts.SyntaxKind.UndefinedKeyword && detail.kind !== ts.SyntaxKind.VoidKeyword)
        details.set(node.name.text, write(checker.getTypeFromTypeNode(detail)));
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    for (const declaration of customElementsManifest.modules.flatMap(({ declarations }) => declarations)) {
      const text = details.get(declaration.name);
      if (text)
        declaration.members = [
          ...(declaration.members ?? []).filter(({ name }) => name !== 'detail'),
          { kind: 'field', name: 'detail', type: { text }, readonly: true },
        ];
      for (const event of declaration.events ?? [])
        if (details.has(event.type?.text)) event.detail = details.get(event.type.text);
    }
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
  globs: [
    'src/**/latch-*.ts',
    'src/base/element/*.ts',
    'src/{one-time-code,passkey,sign-in}/*.ts',
    'src/session/personal-list-element.ts',
    'src/define/*.ts',
    'src/elements.ts',
    'src/events.ts',
  ],
  litelement: true,
  packagejson: false,
  plugins: [publishedOnly, wordsInTypes, detailsOfEvents],
};
