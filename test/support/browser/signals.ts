/** The browser's calls that tell passkey providers something. */
export const signalNames = [
  'signalUnknownCredential',
  'signalAllAcceptedCredentials',
  'signalCurrentUserDetails',
] as const;

export type SignalName = (typeof signalNames)[number];

/** The reports to passkey providers, in order, and control over the browser's response. */
export interface Signals {
  readonly all: readonly { readonly name: SignalName; readonly details: Record<string, unknown> }[];
  /** The details of one kind. */
  of(name: SignalName): Record<string, unknown>[];
  /** Has the browser answer the following ones so. */
  answerWith(answer: () => unknown): void;
  /** Gives the browser its own back. */
  restore(): void;
}

/** Stands between the page and the passkey providers. */
export function watchSignals(): Signals {
  const all: { name: SignalName; details: Record<string, unknown> }[] = [];
  let answer: () => unknown = () => Promise.resolve();
  const natives = signalNames.map((name) => Object.getOwnPropertyDescriptor(PublicKeyCredential, name));
  for (const name of signalNames) {
    const value = (details: Record<string, unknown>) => {
      all.push({ name, details });
      return answer();
    };
    Object.defineProperty(PublicKeyCredential, name, { configurable: true, writable: true, value });
  }
  return {
    all,
    of: (wanted) => all.filter(({ name }) => name === wanted).map(({ details }) => details),
    answerWith: (next) => (answer = next),
    restore: () =>
      natives.forEach((descriptor, index) =>
        descriptor
          ? Object.defineProperty(PublicKeyCredential, signalNames[index]!, descriptor)
          : Reflect.deleteProperty(PublicKeyCredential, signalNames[index]!),
      ),
  };
}
