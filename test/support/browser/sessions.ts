import type { ListedSession } from '../../../src/session/session-list.js';
import { json, type Answer } from './backend.js';

/** A session as a backend lists it. */
export function listedSession(more: Partial<ListedSession> = {}): ListedSession {
  return {
    id: 'here',
    device: 'Chrome on Windows',
    authMethod: 'passkey-uv',
    createdAt: +new Date(2026, 0, 15, 12),
    lastSeenAt: +new Date(2026, 7, 14, 12),
    current: true,
    ...more,
  };
}

/** A backend with the sessions of one user, which can be ended. */
export interface SessionBackend {
  sessions: ListedSession[];
  /** Whether the user has to prove first who they are, and how they can. */
  stepUp?: readonly string[] | undefined;
  answer: Answer;
}

export function sessionBackend(...sessions: ListedSession[]): SessionBackend {
  const backend: SessionBackend = {
    sessions,
    answer({ method, path }) {
      if (path === '/session')
        return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 });
      if (path === '/login') backend.stepUp = undefined;
      if (method === 'GET' || path === '/login') return json({ sessions: backend.sessions });
      if (backend.stepUp) return json({ error: 'step_up_required', methods: backend.stepUp }, 403);
      const id = decodeURIComponent(path.slice('/sessions/'.length));
      if (!backend.sessions.some((session) => session.id === id)) return json({ error: 'not_found' }, 404);
      backend.sessions = backend.sessions.filter((session) => session.id !== id);
      return json({});
    },
  };
  return backend;
}
