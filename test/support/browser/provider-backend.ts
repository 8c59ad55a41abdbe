import { contentBackend, json, type Answer } from './backend.js';

/** A backend whose people sign in at a provider, and whose session is in the hands of the test. */
export interface ProviderBackend {
  session: object;
  answer: Answer;
}

/** What the backend names. */
export const listed = { id: 'example', name: 'Example ID', kinds: ['oidc'] };

/** The session of a user who has signed in at the provider, at this time. */
export function providerSession(authTime: number, name = 'ada'): object {
  return {
    signedIn: true,
    user: { name, displayName: 'Ada' },
    authMethod: 'oidc',
    provider: { id: 'example', name: 'Example ID' },
    authTime,
    expires: authTime + 1000,
  };
}

/** A backend without a signed-in user. */
export function providerBackend(): ProviderBackend {
  const backend: ProviderBackend = {
    session: { signedIn: false },
    answer(request) {
      if (request.path.endsWith('/session')) return json(backend.session);
      if (request.path.endsWith('/auth/providers')) return json({ providers: [listed] });
      return contentBackend(request);
    },
  };
  return backend;
}

/** Says something on the channel as another script of the origin does, and waits until this page has heard it. */
export async function sayOnChannel(message: unknown): Promise<void> {
  const [mouth, ear] = [new BroadcastChannel('auth'), new BroadcastChannel('auth')];
  await new Promise((resolve) => {
    ear.onmessage = resolve;
    mouth.postMessage(message);
  });
  for (const channel of [mouth, ear]) channel.close();
}
