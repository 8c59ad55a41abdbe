import { people } from './people.js';

/** The style of the page, which its policy lets through by the nonce. */
const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171c); }
main { box-sizing: border-box; width: min(24rem, 100vw); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #1f232b); }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; }
p { margin: 0 0 1.5rem; color: light-dark(#555, #b7bcc6); }
form { display: grid; gap: 0.5rem; }
button { font: inherit; text-align: start; min-height: 44px; padding: 0.5rem 1rem; border: 1px solid light-dark(#ccd1da, #454b57); border-radius: 0.5rem; background: none; color: inherit; cursor: pointer; }
button:hover { border-color: light-dark(#3b5bdb, #91a7ff); }
button:focus-visible { outline: 3px solid light-dark(#3b5bdb, #91a7ff); outline-offset: 2px; }
button small { display: block; color: light-dark(#555, #b7bcc6); }
button[value=''] { text-align: center; border-color: transparent; }
`;

/** The page where people say who they are, and whether the app may know it. */
export function signInPage(nonce: string): string {
  const choices = people.map(({ sub, name, email }) => `<button name="person" value="${sub}">${name}<small>${email}</small></button>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Example provider</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>Sign in to Latchkey</h1>
<p>Choose who you are. Latchkey will learn your name and e-mail address. This provider is for trying things out and asks for no password.</p>
<form method="post">
${choices.join('\n')}
<button name="person" value="">Cancel</button>
</form>
</main>
</body>
</html>
`;
}
