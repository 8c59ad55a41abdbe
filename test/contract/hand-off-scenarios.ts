import type { DeviceSignIn, HandOff } from '../../src/base/contract/types.js';
import { minutes } from '../support/node/clock.js';
import { createPerson, signUp, type Person } from '../support/node/people.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  type FederatedServer,
} from '../support/node/provider-visit.js';
import type { Answer, Visitor } from '../support/node/visitor.js';
import { failUntilLimited, type Scenario } from './scenario.js';

const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
const tooLong = 'x'.repeat(33_000);

/** The app's browser with a hand-off, and the one in which the user visits the provider. */
interface Visit {
  id: string;
  code: string;
  other: Visitor;
}

const visits = new WeakMap<Person, Visit>();
const visitOf = (userId: Person): Visit => visits.get(userId)!;

/** An app that has begun a hand-off. */
const begun = async (server: FederatedServer): Promise<Person> => {
  const userId = createPerson(server, 'ada');
  const { body } = await userId.browser.post<HandOff>('/auth/handoff');
  visits.set(userId, { id: body.id, code: body.code, other: server.visitor() });
  return userId;
};
const start = (userId: Person): string => `?mode=handoff&handoff=${visitOf(userId).id}`;
/** What the question is answered with, once the user has signed in at the provider. */
const prove = async (userId: Person, { provider }: FederatedServer): Promise<string> =>
  confirmationIn((await signInAtProvider(visitOf(userId).other, provider, start(userId))).headers.get('Location')!);
const answer = async (userId: Person, server: FederatedServer, word: 'yes' | 'no'): Promise<Answer> =>
  confirmHandOff(visitOf(userId).other, await prove(userId, server), word === 'no' ? word : visitOf(userId));
/** The same app, once the user has said yes. */
const confirmed = async (server: FederatedServer): Promise<Person> => {
  const userId = await begun(server);
  await answer(userId, server, 'yes');
  return userId;
};
/** The same with an account of former days. */
const returning = async (server: FederatedServer): Promise<Person> => {
  await signInAtProvider(server.visitor(), server.provider);
  return confirmed(server);
};
const redeem = (userId: Person): Promise<Answer> =>
  userId.browser.post('/auth/handoff/redeem', { id: visitOf(userId).id });
const ask = (userId: Person, confirmation: string): Promise<Answer> =>
  visitOf(userId).other.get(`/auth/handoff/confirm?confirmation=${confirmation}`);

const breakOff =
  (error: string): Scenario['act'] =>
  async (userId, { provider }) => {
    provider.lie = { callback: (parameters) => (parameters.delete('code'), parameters.set('error', error)) };
    return signInAtProvider(visitOf(userId).other, provider, start(userId));
  };
const lie: Scenario['act'] = async (userId, { provider }) => {
  provider.lie = { claims: (claims) => ({ ...claims, nonce: 'another' }) };
  return signInAtProvider(visitOf(userId).other, provider, start(userId));
};

function limited(act: Scenario['act']): Scenario {
  return {
    limited: true,
    act: async (userId, server) => {
      await failUntilLimited(server);
      return act(userId, server);
    },
  };
}

/** The refusals that every POST has, in the order of the checks; `body` is a wrong one. */
function refusals(path: string, headers: Record<string, string>, body: string): Record<string, Scenario> {
  const send = ({ browser }: Person, text: string, more: Record<string, string> = {}): Promise<Answer> =>
    browser.send(path, { method: 'POST', body: text, headers: { ...headers, ...more } });
  return {
    '400 bad_request': { act: (userId) => send(userId, body) },
    '403 csrf': { act: (userId) => send(userId, body, { 'Sec-Fetch-Site': 'cross-site' }) },
    '404 unsupported without a provider': { withoutProvider: true, act: (userId) => send(userId, body) },
    '413 too_large': { act: (userId) => send(userId, tooLong) },
    '429 rate_limited': limited((userId) => send(userId, body)),
  };
}

const json = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

const approve = (userId: Person): Promise<Answer> =>
  userId.browser.post('/auth/device/approve', { code: visitOf(userId).code });
/** A user with an account, and another device that has begun a sign-in. */
const besideDevice = async (server: FederatedServer): Promise<Person> => {
  const userId = await signUp(server, 'ada');
  const other = server.visitor();
  const { body } = await other.post<DeviceSignIn>('/auth/device');
  visits.set(userId, { id: body.id, code: body.code, other });
  return userId;
};
/** The same, once the user has approved it. */
const approvedDevice = async (server: FederatedServer): Promise<Person> => {
  const userId = await besideDevice(server);
  await approve(userId);
  return userId;
};
const redeemThere = (userId: Person): Promise<Answer> =>
  visitOf(userId).other.post('/auth/device/redeem', { id: visitOf(userId).id });
const withoutChapter = (scenarios: Record<string, Scenario>): Record<string, Scenario> => {
  const { '404 unsupported without a provider': _, ...others } = scenarios;
  return others;
};

/** The answers of the chapter `other-device`, which needs no provider. */
const deviceScenarios: Record<string, Record<string, Scenario>> = {
  'POST /auth/device': {
    ...withoutChapter(refusals('/auth/device', json, '{')),
    '201': { withoutProvider: true, act: ({ browser }) => browser.post('/auth/device') },
    '503 unavailable': { failing: 'addHandOff', act: ({ browser }) => browser.post('/auth/device') },
  },
  'POST /auth/device/redeem': {
    ...withoutChapter(refusals('/auth/device/redeem', json, '{"id":7}')),
    '200': { withoutProvider: true, prepare: approvedDevice, act: redeemThere },
    '202': { prepare: besideDevice, act: redeemThere },
    '404 not_found': { act: ({ browser }) => browser.post('/auth/device/redeem', { id: 'A'.repeat(43) }) },
    '404 not_found for a user who signs out at that moment': {
      prepare: approvedDevice,
      act: async (userId) => {
        await userId.signOut();
        return redeemThere(userId);
      },
    },
    '410 redeemed': {
      prepare: approvedDevice,
      act: async (userId) => {
        await redeemThere(userId);
        return redeemThere(userId);
      },
    },
    '410 expired': {
      prepare: approvedDevice,
      act: (userId, { clock }) => {
        clock.advance(10 * minutes);
        return redeemThere(userId);
      },
    },
    '500 session_failed': { prepare: approvedDevice, broken: 'startApprovedSession', act: redeemThere },
    '503 unavailable': { prepare: approvedDevice, failing: 'takeProof', act: redeemThere },
  },
  'POST /auth/device/approve': {
    ...withoutChapter(refusals('/auth/device/approve', json, '{"code":7}')),
    '200': { withoutProvider: true, prepare: besideDevice, act: approve },
    '400 rejected': {
      prepare: besideDevice,
      act: ({ browser }) => browser.post('/auth/device/approve', { code: 'AAAA-AAAA' }),
    },
    '401 unauthenticated': { act: ({ browser }) => browser.post('/auth/device/approve', { code: '7QX4-M3KF' }) },
    '401 unauthenticated for a user who signs out at that moment': {
      prepare: besideDevice,
      signOutBefore: 'approveHandOff',
      act: approve,
    },
    '403 step_up_required': {
      prepare: besideDevice,
      act: (userId, { clock }) => {
        clock.advance(5 * minutes);
        return approve(userId);
      },
    },
    '503 unavailable': { prepare: besideDevice, failing: 'findHandOffByCode', act: approve },
  },
};

/** The answers of the chapters `handoff` and `other-device`. */
export const handOffScenarios: Record<string, Record<string, Scenario>> = {
  ...deviceScenarios,
  'POST /auth/handoff': {
    ...refusals('/auth/handoff', json, '{'),
    '201': { act: ({ browser }) => browser.post('/auth/handoff') },
    '503 unavailable': { failing: 'addHandOff', act: ({ browser }) => browser.post('/auth/handoff') },
  },
  'POST /auth/handoff/redeem': {
    ...refusals('/auth/handoff/redeem', json, '{"id":7}'),
    '200': { prepare: confirmed, act: redeem },
    '202': { prepare: begun, act: redeem },
    '404 not_found': { act: ({ browser }) => browser.post('/auth/handoff/redeem', { id: 'A'.repeat(43) }) },
    '404 not_found for a new person who signs out at that moment': {
      prepare: confirmed,
      signOutBefore: 'createAccountWithIdentity',
      act: redeem,
    },
    '404 not_found for a known person who signs out at that moment': {
      prepare: returning,
      signOutBefore: 'startSession',
      act: redeem,
    },
    '410 declined': {
      prepare: begun,
      act: async (userId, server) => {
        await answer(userId, server, 'no');
        return redeem(userId);
      },
    },
    '410 declined at the provider': {
      prepare: begun,
      act: async (userId, server) => {
        await breakOff('access_denied')(userId, server);
        return redeem(userId);
      },
    },
    '410 provider_failed': {
      prepare: begun,
      act: async (userId, server) => {
        await lie(userId, server);
        return redeem(userId);
      },
    },
    '410 provider_failed by its own word': {
      prepare: begun,
      act: async (userId, server) => {
        await breakOff('temporarily_unavailable')(userId, server);
        return redeem(userId);
      },
    },
    '410 redeemed': {
      prepare: confirmed,
      act: async (userId) => {
        await redeem(userId);
        return redeem(userId);
      },
    },
    '410 expired': {
      prepare: confirmed,
      act: (userId, { clock }) => {
        clock.advance(10 * minutes);
        return redeem(userId);
      },
    },
    '500 session_failed': { prepare: confirmed, broken: 'createAccountWithIdentity', act: redeem },
    '503 unavailable': { prepare: confirmed, failing: 'takeProof', act: redeem },
  },
  'GET /auth/handoff/confirm': {
    '200': { prepare: begun, act: async (userId, server) => ask(userId, await prove(userId, server)) },
    '400': { prepare: begun, act: (userId) => ask(userId, 'A'.repeat(43)) },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/handoff/confirm') },
    '410': {
      prepare: begun,
      act: async (userId, server) => {
        const confirmation = await prove(userId, server);
        server.clock.advance(10 * minutes);
        return ask(userId, confirmation);
      },
    },
    '429 rate_limited': limited(({ browser }) => browser.get('/auth/handoff/confirm')),
    '503': {
      prepare: begun,
      failing: 'findQuestion',
      act: async (userId, server) => ask(userId, await prove(userId, server)),
    },
  },
  'POST /auth/handoff/confirm': {
    ...refusals('/auth/handoff/confirm', form, 'confirmation=AAAA&answer=perhaps'),
    '200': { prepare: begun, act: (userId, server) => answer(userId, server, 'yes') },
    '200 after a no': { prepare: begun, act: (userId, server) => answer(userId, server, 'no') },
    '400': { prepare: begun, act: (userId) => confirmHandOff(visitOf(userId).other, 'A'.repeat(43), visitOf(userId)) },
    '400 page for a wrong code': {
      prepare: begun,
      act: async (userId, server) =>
        confirmHandOff(visitOf(userId).other, await prove(userId, server), { code: 'AAAA-AAAA' }),
    },
    '400 bad_request as JSON': {
      act: ({ browser }) => browser.post('/auth/handoff/confirm', { confirmation: 'AAAA', answer: 'yes' }),
    },
    '410': {
      prepare: begun,
      act: async (userId, server) => {
        const confirmation = await prove(userId, server);
        await confirmHandOff(visitOf(userId).other, confirmation, visitOf(userId));
        return confirmHandOff(visitOf(userId).other, confirmation, visitOf(userId));
      },
    },
    '503': { prepare: begun, failing: 'answerQuestion', act: (userId, server) => answer(userId, server, 'yes') },
  },
};

/** What a hand-off adds to the answers of the chapter `oidc`. `page` after the status: it is said in one. */
export const handOffVisitScenarios: Record<'GET /auth/start' | 'GET /auth/callback/{id}', Record<string, Scenario>> = {
  'GET /auth/start': {
    '302 for a hand-off': { prepare: begun, act: (userId) => visitOf(userId).other.get(`/auth/start${start(userId)}`) },
    '404 page': { act: ({ browser }) => browser.get('/auth/start?mode=handoff&handoff=x') },
    '410': { prepare: confirmed, act: (userId) => visitOf(userId).other.get(`/auth/start${start(userId)}`) },
    '503 page': {
      prepare: begun,
      failing: 'findHandOff',
      act: (userId) => visitOf(userId).other.get(`/auth/start${start(userId)}`),
    },
  },
  'GET /auth/callback/{id}': {
    '302 for a hand-off': {
      prepare: begun,
      act: (userId, { provider }) => signInAtProvider(visitOf(userId).other, provider, start(userId)),
    },
    '200 after going back from a hand-off': { prepare: begun, act: breakOff('access_denied') },
    '410': {
      prepare: begun,
      act: async (userId, server) => {
        const late = server.visitor();
        const callback = await goToProvider(late, server.provider, start(userId));
        await prove(userId, server);
        return late.get(callback);
      },
    },
    '502 page': { prepare: begun, act: lie },
    '503 page': {
      prepare: begun,
      failing: 'proveHandOff',
      act: (userId, { provider }) => signInAtProvider(visitOf(userId).other, provider, start(userId)),
    },
  },
};
