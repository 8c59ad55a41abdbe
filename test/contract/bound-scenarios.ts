import type { SessionList } from '../../src/base/contract/types.js';
import { createDevice, type ProofChanges } from '../support/node/bound-device.js';
import { createPerson, type Person } from '../support/node/people.js';
import type { TestServer } from '../support/node/server.js';
import type { Answer } from '../support/node/visitor.js';
import type { Scenario } from './scenario.js';

const device = createDevice();

/** Opens an account and answers the invitation that comes with it. */
const bind = async ({ browser }: Person, changes?: ProofChanges): Promise<Answer> =>
  (await device).bind(browser, await browser.post('/signup', { username: 'ada' }), changes);
/** A user in a bound session. */
export const boundMember = async (server: TestServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await bind(ada);
  return ada;
};
const refresh = async ({ browser }: Person, changes?: ProofChanges): Promise<Answer> => {
  const [session] = (await browser.get<SessionList>('/sessions')).body.sessions;
  return (await device).refresh(browser, session!.id, changes);
};

/** On a server that binds sessions. */
function onBindingServer(scenarios: Record<string, Scenario>): Record<string, Scenario> {
  return Object.fromEntries(
    Object.entries(scenarios).map(([name, scenario]) => [name, { ...scenario, bindsSessions: true }]),
  );
}

/**
 * The answers of the chapter `bound-sessions`, with those that every operation has. A word after the status is the
 * error code.
 */
export function boundScenarios(
  commonRefusals: (path: string) => Record<string, Scenario>,
): Record<string, Record<string, Scenario>> {
  return {
    'POST /session/bind': {
      ...onBindingServer({
        ...commonRefusals('/session/bind'),
        '200': { act: (userId) => bind(userId) },
        '401 rejected': { act: (userId) => bind(userId, { payload: { jti: 'unknown' } }) },
        '401 rejected without a proof': { act: ({ browser }) => browser.post('/session/bind') },
        '503': { failing: 'bindSession', act: (userId) => bind(userId) },
      }),
      '404 unsupported': { act: ({ browser }) => browser.post('/session/bind') },
    },
    'POST /session/refresh': {
      ...onBindingServer({
        ...commonRefusals('/session/refresh'),
        '200': { prepare: boundMember, act: (ada) => refresh(ada) },
        '401 unauthenticated': { act: ({ browser }) => browser.post('/session/refresh') },
        '401 unauthenticated in a session that ended': {
          prepare: boundMember,
          act: async (ada) => {
            await ada.signOut();
            return (await device).askChallenge(ada.browser, 'x');
          },
        },
        '401 rejected': { prepare: boundMember, act: (ada) => refresh(ada, { header: { typ: 'JWT' } }) },
        '403 proof_required': { prepare: boundMember, act: (ada) => refresh(ada, { payload: { jti: 'another' } }) },
        '503': { prepare: boundMember, failing: 'addChallenge', act: (ada) => refresh(ada) },
      }),
      '404 unsupported': { act: ({ browser }) => browser.post('/session/refresh') },
    },
  };
}
