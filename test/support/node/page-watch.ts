/** What the page asked of `navigator.credentials` and what the elements said, as seen from inside. */
export interface PageWatch {
  /** Passkey requests before the browser at present, by what they are. */
  pending: Record<'conditional' | 'modal' | 'create', number>;
  /** Requests so far, by what they are. */
  made: Record<'conditional' | 'modal' | 'create', number>;
  /** The most requests that were before the browser at one moment. */
  mostAtOnce: number;
  /** How each request ended: `resolved`, or the name of its error. */
  outcomes: string[];
  /** The PRF outputs in the credentials that the browser gave, as hexadecimal text. */
  secrets: string[];
  /** Each event of an element: its type and its detail as JSON, with bytes spelled out. */
  events: string[];
}

declare global {
  interface Window {
    watch: PageWatch;
  }
}

/**
 * Runs in the page before any of its scripts: looks on at each request to the browser and each event, and changes
 * nothing. It is sent as text, so it refers to nothing outside.
 */
export function watchPage(): void {
  const watch: PageWatch = {
    pending: { conditional: 0, modal: 0, create: 0 },
    made: { conditional: 0, modal: 0, create: 0 },
    mostAtOnce: 0,
    outcomes: [],
    secrets: [],
    events: [],
  };
  window.watch = watch;
  // what the browser shows in the place of a page that it refuses has none
  if (typeof CredentialsContainer === 'undefined') return;

  const toHex = (bytes: BufferSource): string =>
    Array.from(
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes)
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      (byte) => byte.toString(16).padStart(2, '0'),
    ).join('');
  const spell = (_name: string, value: unknown): unknown =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? toHex(value as BufferSource) : value;

  for (const method of ['get', 'create'] as const) {
    const native = CredentialsContainer.prototype[method] as (
      options?: CredentialRequestOptions,
    ) => Promise<Credential | null>;
    CredentialsContainer.prototype[method] = async function look(
      this: CredentialsContainer,
      options?: CredentialRequestOptions,
    ) {
      if (method === 'get' && !options?.publicKey) return native.call(this, options);
      const kind = method === 'create' ? 'create' : options?.mediation === 'conditional' ? 'conditional' : 'modal';
      watch.made[kind] += 1;
      watch.pending[kind] += 1;
      watch.mostAtOnce = Math.max(
        watch.mostAtOnce,
        Object.values(watch.pending).reduce((sum, count) => sum + count),
      );
      try {
        const credential = await native.call(this, options);
        const { prf } = (credential as PublicKeyCredential).getClientExtensionResults();
        for (const secret of [prf?.results?.first, prf?.results?.second]) if (secret) watch.secrets.push(toHex(secret));
        watch.outcomes.push('resolved');
        return credential;
      } catch (error) {
        watch.outcomes.push((error as Error).name);
        throw error;
      } finally {
        watch.pending[kind] -= 1;
      }
    };
  }

  const events = [
    'signed-in',
    'sign-in-failed',
    'passkey-created',
    'passkey-create-failed',
    'before-sign-out',
    'signed-out',
  ];
  for (const name of events) {
    addEventListener(`latch-${name}`, ({ type, detail }: CustomEventInit & { type: string }) =>
      watch.events.push(`${type} ${JSON.stringify(detail, spell)}`),
    );
  }
}
