import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One body of a request or of an answer. */
export interface Media {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** A request body or an answer; with `$ref`, one of the components. */
export interface Message {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

/** An operation of the contract. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  requestBody?: Message;
  responses: Record<string, Message>;
}

/** `contract/openapi.yaml`. */
export interface ContractDocument {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, Message>;
    schemas: Record<string, { examples?: string[]; properties?: { error?: { examples?: string[] } } }>;
  };
}

/** The contract as it is written. */
export const document = parse(
  readFileSync(new URL('../../contract/openapi.yaml', import.meta.url), 'utf8'),
) as ContractDocument;

/** Follows a reference within the contract. */
export function resolve(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
}

/** The operation with a name such as `GET /session`. */
export function operationNamed(name: string): Operation {
  const [method, path] = name.split(' ') as [string, string];
  return document.paths[path]![method.toLowerCase()]!;
}

/** A message, or the one that it refers to. */
export const follow = (message: Message): Message => (message.$ref ? (resolve(message.$ref) as Message) : message);

/** The examples of a body by name; one without a name is the typical one. */
export function examplesOf({ example, examples }: Media): Record<string, unknown> {
  if (example !== undefined) return { typical: example };
  return Object.fromEntries(Object.entries(examples ?? {}).map(([name, { value }]) => [name, value]));
}

/** The examples of the JSON answers of an operation with a status. */
export function exampleBodies(operation: string, status: string): Record<string, unknown> {
  return examplesOf(follow(operationNamed(operation).responses[status]!).content?.['application/json'] ?? {});
}

/** The error codes of those examples. */
export function exampleErrors(operation: string, status: string): string[] {
  return Object.values(exampleBodies(operation, status)).map((body) => (body as { error: string }).error);
}
