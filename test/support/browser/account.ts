const password = 'correct horse battery staple';
let keepsSessions = false;

/** Posts JSON to the reference server behind the test page. */
export async function post(path: string, body?: object, init?: RequestInit): Promise<Response> {
  return fetch(path, {
    ...init,
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

/** Signs up a new user, who is then signed in. Resolves with the username. */
export async function signUpUser(): Promise<string> {
  const username = `somebody-${crypto.randomUUID()}`;
  const { status } = await post('/signup', { username, password });
  if (status !== 201) throw new Error(`Signing up answered ${status}.`);
  keepsSessions ||= (await whoIsSignedIn()) !== undefined;
  if (!keepsSessions) throw new Error('This browser keeps no session: it discards the cookie of an http server.');
  return username;
}

/** Signs a user of {@link signUpUser} in on this page, and replaces the previous session. */
export async function signInAgain(username: string): Promise<void> {
  const { status } = await post('/login', { username, password });
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
}

/** Signs a user of {@link signUpUser} in a second time, as on another device: this page keeps its session. */
export async function signInElsewhere(username: string): Promise<void> {
  const { status } = await post('/login', { username, password }, { credentials: 'omit' });
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
}

/** The name of the signed-in user, as the backend reports it; undefined if there is none. */
export async function whoIsSignedIn(): Promise<string | undefined> {
  const { user } = (await (await fetch('/session')).json()) as { user?: { name: string } };
  return user?.name;
}

/** Ends the session of the test page. */
export async function signOutQuietly(): Promise<void> {
  await post('/logout');
}
