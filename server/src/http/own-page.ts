import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { randomText } from '../crypto/random-text.js';
import { ownPagePolicy } from './content-security-policy.js';
import type { RequestContext } from './request-context.js';

/** Styled like the demo, but without its files, so that apps can copy this server. */
const style = raw(`
:root {
  color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f6f5f1, #121517); color: light-dark(#1a2024, #e9ebed);
  --accent: light-dark(#0b6650, #7ad9b6); --on-accent: light-dark(#fff, #06251c); --line: light-dark(#dddbd4, #343b40);
}
* { box-sizing: border-box; margin: 0; }
body { min-block-size: 100vh; display: grid; place-items: center; padding: 16px; }
main { inline-size: min(26rem, 100%); padding: 32px 24px; display: grid; gap: 16px; border-radius: 16px; background: light-dark(#fff, #1b1f22); border: 1px solid var(--line); }
h1 { font-size: 1.25rem; line-height: 1.3; }
p { overflow-wrap: anywhere; }
.warning { padding-inline-start: 12px; border-inline-start: 4px solid light-dark(#a1231f, #ffa59d); }
form { display: grid; gap: 8px; }
input:not([type='hidden']) { padding: 12px 16px; inline-size: 100%; text-align: center; text-transform: uppercase; font: 600 1.5rem/1.2 ui-monospace, monospace; color: inherit; background: none; border: 1px solid var(--line); border-radius: 8px; }
a { color: var(--accent); }
button { font: inherit; min-block-size: 48px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: 8px; background: none; color: var(--accent); cursor: pointer; }
button[value='yes'] { background: var(--accent); color: var(--on-accent); animation: arm 1s; }
/* The second click of a double click that began on another page must not press it. */
@keyframes arm { from, to { visibility: hidden; } }
:is(a, button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);

/**
 * Responds with the server's own page, which runs no script, is not cached and sends no referrer. Values in the
 * template of `content` are escaped.
 */
export function answerPage(
  context: RequestContext,
  status: ContentfulStatusCode,
  title: string,
  content: ReturnType<typeof html>,
): Response | Promise<Response> {
  const nonce = randomText(16);
  context.header('Content-Security-Policy', ownPagePolicy(nonce));
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`,
    status,
  );
}
