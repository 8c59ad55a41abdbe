import type { Adapter, Payload } from 'oidc-provider/lib/provider.js';

/** Creates what keeps everything of one provider in memory, where it is gone with the process. */
export function createMemoryAdapters(): (kind: string) => Adapter {
  const kept = new Map<string, Payload>();

  return (kind) => {
    const keyOf = (id: string): string => `${kind} ${id}`;
    const findBy = (member: string, value: string): Payload | undefined =>
      [...kept].find(([key, payload]) => key.startsWith(`${kind} `) && payload[member] === value)?.[1];

    return {
      async upsert(id, payload) {
        kept.set(keyOf(id), payload);
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
