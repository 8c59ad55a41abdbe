import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { createStranger, root } from './stranger.js';

/** A program that renders each of the texts of tags that it is given, by Lit's package for servers, and prints them as JSON. */
const program = `
  const [languages, ...texts] = process.argv.slice(2);
  const { render } = await import('${locate('render.js')}');
  const { collectResult } = await import('${locate('render-result.js')}');
  const { html, unsafeStatic } = await import('lit/static-html.js');
  const { loadMessages } = await import('latchkey/messages');
  await import('latchkey/define/all');
  for (const language of languages.split(',').filter(Boolean)) await loadMessages(language);
  const rendered = [];
  for (const text of texts) rendered.push(await collectResult(render(html\`\${unsafeStatic(text)}\`)));
  console.log(JSON.stringify(rendered));
`;

function locate(file: string): string {
  return pathToFileURL(join(root, 'node_modules/@lit-labs/ssr/lib', file)).href;
}

/**
 * Renders each of `texts`, which are HTML with tags of the package, in Node by the published package. `languages` are
 * loaded first.
 */
export async function renderOnServer(texts: readonly string[], languages: readonly string[] = []): Promise<string[]> {
  const stranger = await createStranger();
  try {
    await stranger.write('render.mjs', program);
    const { code, output } = await stranger.run('node', ['render.mjs', languages.join(), ...texts]);
    if (code !== 0) throw new Error(output);
    return JSON.parse(output.trim().split('\n').at(-1)!) as string[];
  } finally {
    await stranger.remove();
  }
}
