import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Brand } from './brands.js';

/** A page of the provider. `body` is HTML; `script` runs in it. */
export interface ProviderPage {
  title: string;
  body: string;
  script?: string;
}

/** The style of the pages, which their policy lets through by the nonce. */
const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; --accent: light-dark(#2e4f9e, #9db5f5); --quiet: light-dark(#555, #b7bcc6); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171c); }
main { width: min(26rem, 100vw); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #1f232b); box-shadow: 0 1px 3px #0002; }
header { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 1.5rem; color: var(--quiet); font-size: 0.875rem; }
header img { border-radius: 0.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; text-wrap: balance; }
p { margin: 0 0 1.5rem; color: var(--quiet); }
p:last-child { margin: 0; }
a { color: var(--accent); }
form { display: grid; gap: 0.5rem; }
button { font: inherit; display: flex; align-items: center; gap: 0.75rem; text-align: start; min-height: 44px; padding: 0.5rem 0.75rem; border: 1px solid light-dark(#ccd1da, #454b57); border-radius: 0.75rem; background: none; color: inherit; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button img { border-radius: 50%; }
button small { display: block; color: var(--quiet); overflow-wrap: anywhere; }
button.plain { justify-content: center; border-color: transparent; color: var(--accent); }
button.main { justify-content: center; border-color: var(--accent); background: var(--accent); color: light-dark(#fff, #15171c); }
@media (max-width: 30rem) { body { place-items: stretch; background: light-dark(#fff, #1f232b); } main { width: 100%; padding: 1.5rem; border-radius: 0; box-shadow: none; } }
`;

/** Answers with the page, under a policy that lets nothing in but its own style, script and pictures. */
export function showPage(
  response: ServerResponse,
  { name }: Brand,
  { title, body, script }: ProviderPage,
  status = 200,
): void {
  const nonce = randomBytes(16).toString('base64url');
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    // No `form-action`: Chromium applies it to where the form's answer redirects to as well, which is the app.
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<link rel="icon" href="/pictures/sign.png">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<header><img src="/pictures/sign.png" alt="" width="32" height="32">${name}</header>
${body}
</main>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>\n`}</body>
</html>
`);
}
