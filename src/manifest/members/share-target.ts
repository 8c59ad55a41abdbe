import type { JsonNode } from '../json-node.js';
import { isFileType } from '../media-type.js';
import type { Reading } from '../reading.js';
import { list, listOf, memberOf, record, string, textOrEmptyFor, urlInScope, type Rule } from '../rules.js';
import type { ShareTarget } from '../types.js';
import { quote } from '../text.js';

type Params = ShareTarget['params'];
type File = NonNullable<Params['files']>[number];

/** One of the words, case-insensitively; the first is the default. */
function oneOf<Word extends string>(words: readonly Word[]): Rule<Word> {
  return (reading, node, lost) => {
    if (node.value === undefined) return words[0];
    const given = string(reading, node, lost);
    return given === undefined
      ? given
      : (words.find((word) => word.toLowerCase() === given.toLowerCase()) ??
          reading.report('unknown-value', node, { lost, fix: words.join(', ') }));
  };
}

/** The name of a parameter. An empty one is kept, and nothing is shared under it. */
const parameter = textOrEmptyFor(/./);
const method = oneOf(['GET', 'POST']);
const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
const enctype = oneOf(enctypes);

/** By the specification a GET is always encoded in the URL, whatever stands there. */
function ignoreEnctype(reading: Reading, node: JsonNode): ShareTarget['enctype'] {
  const [urlEncoded] = enctypes;
  const { value } = node;
  const isRead = typeof value === 'string' && value.toLowerCase() === urlEncoded;
  if (value !== undefined && !isRead)
    reading.report('invalid-combination', node, { instead: urlEncoded, level: 'info', fix: 'remove it' });
  return urlEncoded;
}

const fileName: Rule<string> = (reading, node, lost) => {
  const name = string(reading, node, lost);
  return name === '' ? reading.report('empty-text', node, { lost }) : name;
};

/** A text or a list of texts. */
const accepted: Rule<string[]> = (reading, node, lost) => {
  if (typeof node.value === 'string') return [node.value];
  const types = list(reading, node, lost)?.flatMap((item) => string(reading, item, item) ?? []);
  return types?.length ? types : undefined;
};

const file = record<File>({ name: fileName, accept: accepted }, {});
const fileList = listOf(file);

/** A list of files, or one without a list. */
const files: Rule<File[]> = (reading, node, lost) => {
  if (node.value instanceof Map) {
    const single = file(reading, node, lost);
    return single && [single];
  }
  const all = fileList(reading, node, lost);
  return all?.length ? all : undefined;
};

/**
 * `share_target`: all of it, or nothing.
 *
 * @see {@link https://w3c.github.io/web-share-target/#share_target-member Web Share Target}
 */
export const shareTarget = record<ShareTarget>(
  { action: urlInScope, params: record<Params>({}, { title: parameter, text: parameter, url: parameter, files }) },
  {},
  {
    besides: ['method', 'enctype'],
    check(target, reading, node, lost) {
      const verb = method(reading, memberOf(node, 'method'), lost);
      const type =
        verb === 'GET' && reading.rules === 'spec'
          ? ignoreEnctype(reading, memberOf(node, 'enctype'))
          : enctype(reading, memberOf(node, 'enctype'), lost);
      if (!verb || !type) return undefined;
      const isMultipart = type === 'multipart/form-data';
      const { files: shared } = target.params;
      if (verb === 'GET' ? isMultipart || shared : shared && !isMultipart)
        return reading.report('invalid-combination', memberOf(node, shared ? 'params' : 'enctype'), { lost });
      const wrong = shared
        ?.flatMap(({ accept }) => accept)
        .find((candidate) => !candidate.startsWith('.') && candidate !== '*/*' && !isFileType(candidate));
      if (wrong !== undefined)
        return reading.report('invalid-media-type', memberOf(node, 'params'), { lost, detail: quote(wrong) });
      return { ...target, method: verb, enctype: type };
    },
  },
);
