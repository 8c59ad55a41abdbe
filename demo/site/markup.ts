/** One use of a tag: what the code blocks of its page show, for each framework. */
export interface Use {
  readonly tag: string;
  /** Attributes as text; `true` for those without a value. */
  readonly attributes: Readonly<Record<string, string | true>>;
  /** What stands between the tags, as HTML. */
  readonly content: string;
}

/** The frameworks, with the language of their code. */
export const frameworks = [
  { name: 'HTML', language: 'html' },
  { name: 'React', language: 'tsx' },
  { name: 'Vue', language: 'vue' },
  { name: 'Svelte', language: 'svelte' },
  { name: 'Angular', language: 'ts' },
] as const;

export type Framework = (typeof frameworks)[number]['name'];

/** Writes a complete file that uses the tag: a page, or a component. */
export function writeCode(framework: Framework, use: Use): string {
  const module = `latchkey/define/${use.tag.replace('latch-', '')}`;
  switch (framework) {
    case 'HTML':
      return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Example</title>
  <script type="module" src="/latchkey/latchkey.js"></script>

${indent(writeTag(use), 2)}
</html>
`;
    case 'React':
      return `import '${module}';
import type {} from 'latchkey/jsx';

export function Example() {
  return (
${indent(toJsx(writeTag(use)), 4)}
  );
}
`;
    case 'Vue':
      return `<script setup lang="ts">
import '${module}';
import type {} from 'latchkey/vue';
</script>

<template>
${indent(writeTag(use), 2)}
</template>
`;
    case 'Svelte':
      return `<script lang="ts">
  import '${module}';
  import type {} from 'latchkey/svelte';
</script>

${writeTag(use)}
`;
    case 'Angular':
      return `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import '${module}';

@Component({
  selector: 'app-example',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(writeTag(use), 4)}
  \`,
})
export class Example {}
`;
  }
}

/** The tag with its attributes and content, as HTML. */
export function writeTag({ tag, attributes, content }: Use): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  const inside = content === '' ? '' : `\n${indent(content, 2)}\n`;
  return `<${tag}${written.join('')}>${inside}</${tag}>`;
}

/** JSX for HTML: other names for a few attributes, and a slash in the tags that have no end. */
function toJsx(html: string): string {
  return html
    .replaceAll(' for="', ' htmlFor="')
    .replaceAll(' autocomplete="', ' autoComplete="')
    .replaceAll(
      / (rows|maxlength)="(\d+)"/g,
      (_all, name: string, value: string) => ` ${name === 'rows' ? 'rows' : 'maxLength'}={${value}}`,
    )
    .replaceAll(/<(input|img|br)([^>]*?)\/?>/g, (_all, tag: string, rest: string) => `<${tag}${rest.trimEnd()} />`);
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));
}
