/**
 * Objects as browser extensions put them in the place of the browser's: looking at the member `name`, or at any, throws
 * or gives something absurd.
 */
export function hostileObjects(name: string): unknown[] {
  const refuse = () => {
    throw new Error('hostile');
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  return [
    Object.defineProperty({}, name, { get: refuse }),
    new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse }),
    revoked.proxy,
    Object.create(null),
    { [name]: Symbol('hostile') },
    { [name]: refuse },
    'text',
    7,
    true,
  ];
}
