// `npm run reading [-- word …]`: the Flesch-Kincaid grade of each page of documentation and of the English sentences of the
// elements. With words: only the pages with one of them in their path, and the hardest sentences of each.
//
// Counted are sentences of at least five words. Left out are headings, code blocks, addresses and table cells of code.
// A piece of code in a sentence counts as one word of two syllables, and so does each of the field's terms below, which
// has no plainer name.
import { readFileSync, readdirSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { syllable } from 'syllable';
import { root } from './run.mjs';

/** The highest grade allowed. */
export const targets = { page: 11, messages: 9 };

/** The field's terms, without their endings. */
const terms =
  /^(code|authenticat(or|ion|e)|authoriz(ation|e)|credential|attestation|identit(y|ie)|identifier|provider|manifest|application|indexeddb|webauthn|postgresql|chromium|javascript|typescript|fedcm|openid)e?[sd]?$/i;

/** The documents that have a target, as paths below the package's folder. */
export function listPages() {
  const messages = 'src/messages/en';
  return [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...readdirSync(`${root}docs`)
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
    ...readdirSync(`${root}${messages}`).map((file) => `${messages}/${file}`),
  ];
}

/** The grade of `page`, its target and its sentences, the hardest first. */
export function readPage(page) {
  const text = readFileSync(`${root}${page}`, 'utf8');
  const isMarkdown = page.endsWith('.md');
  const sentences = isMarkdown ? findSentences(text) : findMessages(text);
  return {
    page,
    grade: gradeOf(sentences),
    target: isMarkdown ? targets.page : targets.messages,
    hardest: sentences.toSorted((a, b) => gradeOf([b]) - gradeOf([a])),
  };
}

/** The Flesch-Kincaid grade of `sentences`: about the years of school that a reader needs. */
export function gradeOf(sentences) {
  const words = sentences.flatMap(splitWords);
  const syllables = words.reduce((sum, word) => sum + (terms.test(word) ? 2 : syllable(word)), 0);
  if (words.length === 0) return 0;
  return (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59;
}

/** The sentences of a Markdown document. */
export function findSentences(markdown) {
  const prose = markdown
    .replaceAll(/^ *```[^]*?^ *```$/gm, '\n')
    .replaceAll(/`[^`]+`/g, 'Code')
    .replaceAll(/^(#.*|\|[-:| ]*\|)$/gm, '\n')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<?https?:[^\s)>]+>?/g, '')
    .replaceAll(/<[^>]+>|[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');
  // a paragraph, an item of a list or a cell of a table: its last sentence need not end with a full stop
  const blocks = prose.split(/\n\s*\n|^\s*(?:[-*]|\d+\.)\s|\||^>/m);
  return blocks.flatMap(splitSentences);
}

/** The sentences of a module of messages, or rather of everything that stands in quotes there. */
function findMessages(source) {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, '');
  return [...code.matchAll(/'([^'\n]*)'/g)].flatMap(([, message]) => splitSentences(message));
}

function splitSentences(block) {
  return block
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.?!…]["”’)]*) (?=\P{Ll})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => splitWords(sentence).length >= 5);
}

function splitWords(sentence) {
  return sentence.match(/[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu) ?? [];
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const words = argv.slice(2);
  const pages = listPages().filter((page) => words.length === 0 || words.some((word) => page.includes(word)));
  let passed = true;
  for (const { page, grade, target, hardest } of pages.map(readPage)) {
    if (grade > target) passed = false;
    console.log(`${grade.toFixed(1).padStart(5)} of ${target}${grade > target ? '  TOO HARD' : ''}  ${page}`);
    if (words.length === 0) continue;
    for (const sentence of hardest.slice(0, 12)) console.log(`      ${gradeOf([sentence]).toFixed(1)}  ${sentence}`);
  }
  if (!passed) exit(1);
}
