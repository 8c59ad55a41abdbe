import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Contract {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** The reference of all endpoints, as Markdown: one section for each chapter of the contract at `file`. */
export function writeEndpointPage(file: string): string {
  const contract = parse(readFileSync(file, 'utf8')) as Contract;
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|patch|put|delete)$/.test(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const chapters = contract.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `## ${name}\n\n${description}\n\n${own.map((one) => writeOperation(one, contract)).join('\n\n')}`;
  });
  const schemas = Object.entries(contract.components['schemas'] as Record<string, Schema>).map(
    ([name, schema]) => `### ${name}\n\n${schema.description ?? ''}\n\n${writeMembers(schema)}`,
  );
  return [
    '# Endpoint reference',
    `Version ${contract.info.version} of the contract, as a page. Programs read <a href="openapi.yaml">openapi.yaml</a>, which has an example of every request and response. [Backend](https://github.com/latchkey/latchkey/blob/main/docs/backend.md) explains where to start.`,
    contract.info.description,
    ...chapters,
    '## Schemas',
    ...schemas,
  ].join('\n\n');
}

function writeOperation(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  contract: Contract,
): string {
  const { summary, description = '', parameters = [], requestBody, responses } = operation;
  const body = requestBody && (resolve(requestBody, contract) as Body);
  const given = parameters.map((one) => resolve(one, contract) as { name: string; in: string; description?: string });
  const rows = Object.entries(responses).map(([status, one]) => {
    const response = resolve(one, contract) as Body;
    return `| ${status} | ${toCell(response.description ?? '')} | ${typeOfBody(response)} |`;
  });
  return [
    `### ${method} ${path}`,
    summary,
    description,
    given.length > 0
      ? `| parameter | in | meaning |\n| --- | --- | --- |\n${given.map((one) => `| \`${one.name}\` | ${one.in} | ${toCell(one.description ?? '')} |`).join('\n')}`
      : '',
    body ? `Body: ${typeOfBody(body)}` : '',
    `| status | meaning | body |\n| --- | --- | --- |\n${rows.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function resolve(node: unknown, contract: Contract): unknown {
  const reference = (node as { $ref?: string }).$ref;
  if (!reference) return node;
  const [, , kind, name] = reference.split('/');
  return contract.components[kind!]![name!];
}

const typeOfBody = ({ content = {} }: Body): string =>
  Object.values(content)
    .map(({ schema }) => (schema ? typeOf(schema) : ''))
    .filter(Boolean)
    .join(' or ');

/** A short name for a schema, with a link to its section where it has one. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices)
    return choices
      .map(typeOf)
      .filter(Boolean)
      .join(schema.allOf ? ' and ' : ' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function writeMembers(schema: Schema): string {
  const rows = listMembers(schema).map(
    ({ name, member, isRequired }) =>
      `| \`${name}\` | ${typeOf(member)} | ${isRequired ? 'yes' : ''} | ${toCell(member.description ?? '')} |`,
  );
  if (rows.length === 0) return `Type: ${typeOf(schema)}`;
  return `| member | type | required | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

interface Member {
  readonly name: string;
  readonly member: Schema;
  readonly isRequired: boolean;
}

/** The members of a schema, each followed by its own: `user`, `user.name`; those of array items as `list[].name`. */
function listMembers(schema: Schema, prefix = ''): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const name = prefix + key;
    return [
      { name, member, isRequired: schema.required?.includes(key) ?? false },
      ...listMembers(member, `${name}.`),
      ...listMembers(member.items ?? {}, `${name}[].`),
    ];
  });
}

const toCell = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
