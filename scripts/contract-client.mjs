// What the client has of `contract/openapi.yaml`: modules with the endpoints and their shapes, the requests that an
// adapter can answer, and the first segments of all paths. There is a module for each tag, and for what `x-module` takes
// out of one because pages load it later than the rest: bundlers never divide a module.

/**
 * The rule by which a schema becomes what the client checks of an answer. It checks types, required members, constants,
 * enumerations, and the length of base64url. It leaves to others: patterns, formats, and the length of texts and numbers.
 *
 * - Members that the schema does not know may be there.
 * - Of several successes, each is taken: what not all of them require may be missing.
 * - What goes on to the browser (`x-for-browser`) is checked by type alone, because browsers ignore values that they do
 *   not know, and an object without required members is any object.
 * - `x-client-optional` names required members that the client can do without, and a member with `x-client-unchecked` is
 *   left to who uses it.
 * - `not: { properties: { a: { const }, b: false } }` means that `b` must be there where `a` has that value.
 */
const shapeOf = (schema, place) => {
  const { $ref, ...beside } = schema;
  if ($ref) {
    const name = nameOfReference($ref);
    const target = place.schemas[name];
    return name === 'Base64Url' || target.type !== 'object'
      ? shapeOf({ ...target, ...beside, $ref: undefined, isBytes: name === 'Base64Url' }, place)
      : place.refer(name);
  }
  const [type, other] = [schema.type].flat();
  if (other) return pure('maybe', shapeOf({ ...schema, type }, place), 'null');
  const values = place.isForBrowser ? undefined : (schema.enum ?? ('const' in schema ? [schema.const] : undefined));
  if (values) return pure('is', ...values.map((value) => JSON.stringify(value)));
  if (schema.isBytes) return pure('bytes', bytesIn(schema.minLength), bytesIn(schema.maxLength ?? longestBase64Url));
  if (type === 'object') return shapeOfObject(schema, place);
  if (type === 'array') return pure('list', shapeOf(schema.items, place));
  const shape = { string: 'text', boolean: 'flag', integer: schema.minimum === 0 ? 'count' : 'integer' }[type];
  if (!shape) throw new Error(`The client has no shape for ${JSON.stringify(schema)}`);
  return shape;
};

/** The characters of 1023 bytes: no value of the contract is longer than a credential id may be. */
const longestBase64Url = 1364;
const bytesIn = (characters) => Math.floor((characters * 6) / 8);

/** A call that bundlers leave out where its result is not used. */
const pure = (name, ...parameters) => `/* @__PURE__ */ ${name}(${parameters.join(', ')})`;

function shapeOfObject(schema, place) {
  const { properties, required = [], additionalProperties } = schema;
  if (typeof additionalProperties === 'object') return pure('each', shapeOf(additionalProperties, place));
  const checked = Object.entries(properties ?? {}).filter(([, member]) => !member['x-client-unchecked']);
  if (checked.length === 0 || (place.isForBrowser && required.length === 0)) return 'record';
  const demanded = required.filter((name) => !schema['x-client-optional']?.includes(name));
  const members = checked.map(([name, member]) => {
    const shape = shapeOf(member, place);
    return `${JSON.stringify(name)}: ${demanded.includes(name) ? shape : pure('maybe', shape)}`;
  });
  const shape = pure('object', `{ ${members.join(', ')} }`);
  return schema.not ? pure('demands', shape, ...demandOf(schema.not)) : shape;
}

/** The member that must be there, and where. */
function demandOf({ properties, ...others }) {
  const entries = Object.entries(properties ?? {});
  const [member] = entries.find(([, value]) => value === false) ?? [];
  const [name, value] = entries.find(([, schema]) => 'const' in Object(schema)) ?? [];
  if (!member || !name || entries.length !== 2 || Object.keys(others).length > 0)
    throw new Error(`The client cannot check ${JSON.stringify({ not: { properties, ...others } })}`);
  return [name, value.const, member].map((part) => JSON.stringify(part));
}

const nameOfReference = (reference) => reference.split('/').at(-1);

const camelCase = (name) => name[0].toLowerCase() + name.slice(1);

/** Follows a reference of OpenAPI itself (to a shared response, for example). */
export function follow(document, value) {
  if (!value?.$ref) return value;
  return value.$ref
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name], document);
}

/** Every operation, with what the document says elsewhere of it. */
export function listOperations(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return {
        ...operation,
        name: `${method} ${path}`,
        method,
        path,
        tag: operation.tags[0],
        module: operation['x-module'] ?? operation.tags[0],
        parameters: (operation.parameters ?? []).map((parameter) => follow(document, parameter)),
        request: follow(document, operation.requestBody),
        answers: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, follow(document, response)]),
        ),
      };
    }),
  );
}

/** The name of the schema of a JSON body, which the contract always keeps among its components. */
function schemaNameOf({ content }) {
  const reference = content?.['application/json']?.schema?.$ref;
  return reference && nameOfReference(reference);
}

/** The schemas of the successes of an operation. */
const successesOf = ({ answers }) => [
  ...new Set(
    Object.entries(answers)
      .filter(([status]) => status.startsWith('2'))
      .map(([, answer]) => schemaNameOf(answer))
      .filter(Boolean),
  ),
];

/** The TypeScript types of the request and of the answer, and the names in them. */
function typesOf(operation) {
  const { request } = operation;
  const body = request && (schemaNameOf(request) ?? Object.values(request.content).map(formNameOf)[0]);
  const answers = successesOf(operation);
  return {
    body: body ? `${body}${request.required ? '' : ' | undefined'}` : 'void',
    answer: answers.join(' | ') || 'unknown',
    names: [...(body ? [body] : []), ...answers],
  };
}

const formNameOf = ({ schema }) => nameOfReference(schema.$ref);

/** Several successes as one schema: what not all require may be missing. */
function unite(schemas) {
  const required = (schemas[0].required ?? []).filter((name) => schemas.every((one) => one.required?.includes(name)));
  return { type: 'object', properties: Object.assign({}, ...schemas.map(({ properties }) => properties)), required };
}

/** Whether a 404 of an operation may mean that something is gone, not that the backend lacks the operation. */
const hasNotFound = ({ answers }) => JSON.stringify(answers['404'] ?? '').includes('not_found');

/** Whether a success of an operation that changes something may set the session cookie. */
const setsSession = ({ method, answers }) =>
  method !== 'GET' &&
  Object.entries(answers).some(
    ([status, { headers }]) => status.startsWith('2') && headers?.['Set-Cookie']?.$ref?.endsWith('/SessionCookie'),
  );

/** All files of the client, by their names in `src/base/contract/`, without formatting. */
export function writeClient(document, banner) {
  const operations = listOperations(document);
  for (const { name, parameters } of operations)
    for (const { in: where, name: parameter } of parameters)
      if (where === 'path' && parameter !== 'id') throw new Error(`${name}: a parameter of a path must be named "id"`);

  const files = {
    'requests.ts': writeRequests(operations, document.components.schemas),
    'paths.ts': writePaths(operations),
    'lengths.ts': writeLengths(operations, document.components.schemas),
  };
  const modules = groupByModule(operations);
  const shapes = createShapes(document.components.schemas, modules);
  for (const [name, members] of [...modules, ['shapes', []]]) files[`${name}.ts`] = writeModule(name, members, shapes);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${banner}\n${text}`]));
}

function groupByModule(operations) {
  const names = [...new Set(operations.map(({ module }) => module))];
  return new Map(names.map((name) => [name, operations.filter(({ module }) => module === name)]));
}

/** The shapes of all answers, and of the named schemas in them. */
function createShapes(schemas, modules) {
  const users = new Map();
  const texts = new Map();
  const place = (user, isForBrowser = false) => ({
    schemas,
    isForBrowser,
    refer(name) {
      users.set(name, [...(users.get(name) ?? []), user]);
      if (!texts.has(name)) {
        texts.set(name, '');
        texts.set(name, write(schemas[name], { schema: name }));
      }
      return constantOf(name);
    },
  });
  const write = (schema, user) => shapeOf(schema, place(user, schema['x-for-browser']));
  const answers = new Map();
  for (const [module, operations] of modules)
    for (const operation of operations) {
      const names = successesOf(operation);
      if (names.length === 1) answers.set(operation, place({ module }).refer(names[0]));
      if (names.length > 1) answers.set(operation, write(unite(names.map((name) => schemas[name])), { module }));
    }
  const modulesOf = (name) =>
    new Set(users.get(name).flatMap(({ module, schema }) => (module ? [module] : [...modulesOf(schema)])));
  /** The module of a shape: the first that needs it, or one of their own if many do. */
  const homeOf = (name) => {
    const all = modulesOf(name);
    return all.size > 2 ? 'shapes' : [...modules.keys()].find((module) => all.has(module));
  };
  return { texts, answers, homeOf };
}

const constantOf = (name) => `${camelCase(name)}Shape`;

/** The names of schemas, those that others need first. */
function sort(names, texts) {
  const sorted = new Set();
  const add = (name) => {
    for (const other of names) if (other !== name && texts.get(name).includes(constantOf(other))) add(other);
    sorted.add(name);
  };
  names.forEach(add);
  return [...sorted];
}

const checks = 'bytes count demands each flag integer is list maybe object record text'.split(' ');

function importShapes(text) {
  const code = text.replaceAll(/\/\*.*?\*\/|'[^']*'|"[^"]*"/g, '');
  const names = checks.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return names.length > 0 && `import { ${names.join(', ')} } from '../client/shape.js';`;
}

function writeModule(module, operations, { texts, answers, homeOf }) {
  const isOwn = (name) => homeOf(name) === module;
  const own = sort([...texts.keys()].filter(isOwn), texts);
  const shapes = own.map((name) => `export const ${constantOf(name)} = ${texts.get(name)};`);
  const endpoints = operations.map((operation) => writeEndpoint(operation, answers.get(operation)));
  const body = [...shapes, ...endpoints].join('\n\n');
  const others = [...texts.keys()].filter((name) => !isOwn(name) && new RegExp(`\\b${constantOf(name)}\\b`).test(body));
  const homes = [...new Set(others.map(homeOf))].map(
    (home) =>
      `import { ${others
        .filter((name) => homeOf(name) === home)
        .map(constantOf)
        .join(', ')} } from './${home}.js';`,
  );
  const types = [...new Set(operations.flatMap((operation) => typesOf(operation).names))].toSorted();
  return [
    operations.length > 0 && `import type { Endpoint } from '../client/endpoint.js';`,
    importShapes(body),
    ...homes,
    types.length > 0 && `import type { ${types.join(', ')} } from './types.js';`,
    '',
    body,
    '',
  ]
    .filter((line) => line !== false)
    .join('\n');
}

function writeEndpoint(operation, shape) {
  const { body, answer } = typesOf(operation);
  const { operationId, method, path, summary } = operation;
  const members = [
    `method: '${method}'`,
    `path: '${path.slice(1)}'`,
    ...(hasNotFound(operation) ? ['hasNotFound: true'] : []),
    ...(setsSession(operation) ? ['setsSession: true'] : []),
    ...(shape ? [`shape: ${shape}`] : []),
  ];
  return `/** ${summary} */\nexport const ${operationId}: Endpoint<${body}, ${answer}> = { ${members.join(', ')} };`;
}

/** The names of an operation among the requests of an adapter: with `x-own-request`, a query makes another one. */
const requestNamesOf = ({ name, parameters }) => [
  name,
  ...parameters.filter((parameter) => parameter['x-own-request']).map((parameter) => `${name}?${parameter.name}`),
];

/** Whether an adapter may answer nothing: no member must be there. */
function mayBeEmpty(operation, schemas) {
  const names = successesOf(operation);
  return names.length > 0 && unite(names.map((name) => schemas[name])).required.length === 0;
}

function writeRequests(operations, schemas) {
  const names = operations.flatMap(requestNamesOf);
  const types = [...new Set(operations.flatMap((operation) => typesOf(operation).names))].toSorted();
  const lines = operations.flatMap((operation) => {
    const { body, answer } = typesOf(operation);
    return requestNamesOf(operation).map(
      (name) => `'${name}': [${body}, ${answer}${mayBeEmpty(operation, schemas) ? ' | void' : ''}];`,
    );
  });
  return `import type { ${types.join(', ')} } from './types.js';

/**
 * The requests of the contract that an adapter can answer: the body, and the answer. See \`docs/backend.md\`, and
 * \`contract/openapi.yaml\` for each shape. A request with a query that changes what it is for is separate.
 */
export interface ContractRequests {
${lines.join('\n')}
}

/** Their names. */
export const requestNames: readonly string[] = [
${names.map((name) => `'${name}',`).join('\n')}
];
`;
}

/** How long the texts in the bodies of requests may be, for the fields in which they are typed. */
function writeLengths(operations, schemas) {
  const names = [...new Set(operations.map(({ request }) => request && schemaNameOf(request)).filter(Boolean))];
  const lines = names.flatMap((name) => {
    const lengths = Object.entries(schemas[name].properties ?? {}).flatMap(([member, { maxLength }]) =>
      maxLength ? [`${member}: ${maxLength}`] : [],
    );
    const constant = name[0].toLowerCase() + name.slice(1);
    return lengths.length > 0
      ? [
          `/** The most characters of the texts in \`${name}\`. */\nexport const ${constant}Lengths = { ${lengths.join(', ')} };`,
        ]
      : [];
  });
  return `${lines.join('\n\n')}\n`;
}

function writePaths(operations) {
  const segments = [...new Set(operations.map(({ path }) => path.split('/')[1]))];
  return `/** The first segments of all paths of the contract. */
export const firstSegments: readonly string[] = [${segments.map((segment) => `'${segment}'`).join(', ')}];
`;
}
