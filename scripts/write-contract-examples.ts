// Writes the examples into contract/openapi.yaml: what goes over the wire when the scenarios of test/contract are played
// on the reference server. Everything else in the file stays as it is.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { isMap, parseDocument, type YAMLMap } from 'yaml';
import { collectExamples, type OperationExamples } from '../test/contract/examples.js';

const file = new URL('../contract/openapi.yaml', import.meta.url).pathname;
const document = parseDocument(await readFile(file, 'utf8'));
const examples = await collectExamples();

/** What a document of the contract has at a path. */
const mapAt = (path: readonly string[]): YAMLMap | undefined => {
  const node = document.getIn(path);
  return isMap(node) ? node : undefined;
};

/** Puts examples beside the schema of a body: one alone, several by name. */
function write(path: readonly string[], named: Record<string, unknown>): void {
  const [only, ...others] = Object.values(named);
  if (only === undefined) return;
  // Values are readable in lines of their own only.
  for (let depth = 1; depth <= path.length; depth += 1) {
    const map = mapAt(path.slice(0, depth));
    if (map) map.flow = false;
  }
  const media = mapAt(path)!;
  media.delete('example');
  media.delete('examples');
  if (others.length === 0) media.set('example', document.createNode(only));
  else
    media.set(
      'examples',
      document.createNode(Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }]))),
    );
}

/** The longer of two examples says more. */
const longer = (one: unknown, other: unknown): unknown =>
  JSON.stringify(one ?? '').length >= JSON.stringify(other).length ? one : other;

const shared: Record<string, Record<string, unknown>> = {};

function writeAnswers(path: readonly string[], { answers }: OperationExamples): void {
  for (const [status, named] of Object.entries(answers)) {
    const response = [...path, 'responses', status];
    const reference = document.getIn([...response, '$ref']) as string | undefined;
    if (!reference) {
      write([...response, 'content', 'application/json'], named);
      continue;
    }
    const kept = (shared[reference.split('/').at(-1)!] ??= {});
    for (const [name, value] of Object.entries(named)) kept[name] = longer(kept[name], value);
  }
}

for (const [operation, own] of Object.entries(examples)) {
  const [method, path] = operation.split(' ') as [string, string];
  const place = ['paths', path, method.toLowerCase()];
  for (const [mediaType, named] of Object.entries(own.requests))
    write([...place, 'requestBody', 'content', mediaType], named);
  writeAnswers(place, own);
}
for (const [name, named] of Object.entries(shared))
  write(['components', 'responses', name, 'content', 'application/json'], named);

const { id } = examples['POST /webauthn/login/verify']!.requests['application/json']!['typical'] as { id: string };
document.setIn(['components', 'parameters', 'CredentialId', 'example'], id);
const { sessions } = examples['GET /sessions']!.answers['200']!['typical'] as { sessions: { id: string }[] };
document.setIn(['components', 'parameters', 'SessionId', 'example'], sessions[0]!.id);

const text = document.toString({ lineWidth: 0 });
await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
// The stores of the scenarios leave nothing behind that must end.
process.exit(0);
