import { announceSession, clientFor, type Endpoint } from 'latchkey/session';

interface Credentials {
  username: string;
  password?: string;
}

const anyAnswer = (): boolean => true;
const signUpEndpoint: Endpoint<Credentials, unknown> = { method: 'POST', path: 'signup', shape: anyAnswer };
const logInEndpoint: Endpoint<Credentials, unknown> = { method: 'POST', path: 'login', shape: anyAnswer };

/**
 * Creates an account and signs it in.
 *
 * @throws {LatchError} `rejected` with the server's answer as its cause: `{error: 'taken'}`, or a name that cannot be one.
 */
export async function signUp(username: string, password: string): Promise<void> {
  await clientFor().call(signUpEndpoint, { body: { username, ...(password && { password }) } });
  announceSession('signed-in');
}

/**
 * Signs a person in by password.
 *
 * @throws {LatchError} `rejected` if the two do not match.
 */
export async function signInByPassword(username: string, password: string): Promise<void> {
  await clientFor().call(logInEndpoint, { body: { username, password } });
  announceSession('signed-in');
}
