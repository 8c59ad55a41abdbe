/** How browsers refuse a page all storage: some private windows, Lockdown Mode, blocked cookies, sandboxed frames. */
export type Refusal = 'is missing' | 'is null' | 'throws when read' | { open: 'throws' | 'fails'; name: string };

/** Every way in which browsers have no IndexedDB for a page, with what it is called in a test's title. */
export const refusals: ReadonlyArray<readonly [title: string, refusal: Refusal]> = [
  ['is missing', 'is missing'],
  ['is null', 'is null'],
  ['throws when it is read', 'throws when read'],
  ['throws a SecurityError', { open: 'throws', name: 'SecurityError' }],
  ['throws an InvalidStateError', { open: 'throws', name: 'InvalidStateError' }],
  ['fails with a SecurityError', { open: 'fails', name: 'SecurityError' }],
  ['fails with an InvalidStateError', { open: 'fails', name: 'InvalidStateError' }],
];

/** Puts `value`, or what `get` returns or throws, in the place of a member of `object`. Returns what undoes it. */
function replaceMember(object: object, name: string, get: () => unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, get });
  return () => {
    if (own) Object.defineProperty(object, name, own);
    else Reflect.deleteProperty(object, name);
  };
}

const denied = (name = 'SecurityError') => new DOMException('Denied by the test.', name);

/** Takes IndexedDB from the page in one of the ways in which browsers do. Returns what gives it back. */
export function refuseDatabases(refusal: Refusal): () => void {
  if (typeof refusal === 'object') return replaceOpen(() => refuse(refusal));
  return replaceMember(globalThis, 'indexedDB', () => {
    if (refusal === 'throws when read') throw denied();
    return refusal === 'is null' ? null : undefined;
  });
}

/** Has every request for a database wait for ever. */
export const neverOpen = (): (() => void) => replaceOpen(() => fakeRequest(new EventTarget()));

/** Has every request for a database fail as on a damaged disk, where there may be something. */
export const failToOpen = (): (() => void) => replaceOpen(() => refuse({ open: 'fails', name: 'UnknownError' }));

function replaceOpen(open: () => unknown): () => void {
  const undo = ['open', 'deleteDatabase'].map((name) => {
    const original = Object.getOwnPropertyDescriptor(IDBFactory.prototype, name)!;
    Object.defineProperty(IDBFactory.prototype, name, { ...original, value: open });
    return () => Object.defineProperty(IDBFactory.prototype, name, original);
  });
  return () => undo.forEach((one) => one());
}

function refuse({ open, name }: { open: 'throws' | 'fails'; name: string }): unknown {
  if (open === 'throws') throw denied(name);
  const target = new EventTarget();
  const request = fakeRequest(target, denied(name));
  queueMicrotask(() => {
    (request as { onerror?: () => void }).onerror?.();
    target.dispatchEvent(new Event('error'));
  });
  return request;
}

/** A request that answers only by the events of `target`. */
function fakeRequest(target: EventTarget, error?: DOMException): object {
  const own = {
    error,
    onerror: undefined,
    onsuccess: undefined,
    onblocked: undefined,
    onupgradeneeded: undefined,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const members = Object.entries(own).map(([name, value]) => [name, { value, writable: true }] as const);
  return Object.create(IDBOpenDBRequest.prototype, Object.fromEntries(members)) as object;
}

/** Takes the other things from the page that a document without storage lacks. Returns what gives them back. */
export function refuseTheRest(how: 'are missing' | 'throw'): () => void {
  const read = () => {
    if (how === 'throw') throw denied();
    return undefined;
  };
  const places: Array<[object, string]> = [
    [globalThis, 'localStorage'],
    [globalThis, 'sessionStorage'],
    [globalThis, 'caches'],
    [navigator, 'locks'],
    [navigator, 'storage'],
    [navigator, 'serviceWorker'],
  ];
  const undo = places.map(([object, name]) => replaceMember(object, name, read));
  undo.push(
    replaceMember(globalThis, 'BroadcastChannel', () =>
      how === 'throw'
        ? class {
            constructor() {
              throw denied();
            }
          }
        : undefined,
    ),
  );
  return () => undo.forEach((one) => one());
}
