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

/** The app's browser with a hand-off, and the one in which the person visits the provider. */
interface Visit {
  id: string;
  code: string;
  other: Visitor;
}

const visits = new WeakMap<Person, Visit>();
const visitOf = (person: Person): Visit => visits.get(person)!;

/** An app that has begun a hand-off. */
const begun = async (server: FederatedServer): Promise<Person> => {
  const person = createPerson(server, 'ada');
  const { body } = await person.browser.post<HandOff>('/auth/handoff');
  visits.set(person, { id: body.id, code: body.code, other: server.visitor() });
  return person;
};
const start = (person: Person): string => `?mode=handoff&handoff=${visitOf(person).id}`;
/** What the question is answered with, once the person has signed in at the provider. */
const prove = async (person: Person, { provider }: FederatedServer): Promise<string> =>
  confirmationIn((await signInAtProvider(visitOf(person).other, provider, start(person))).headers.get('Location')!);
const answer = async (person: Person, server: FederatedServer, word: 'yes' | 'no'): Promise<Answer> =>
  confirmHandOff(visitOf(person).other, await prove(person, server), word === 'no' ? word : visitOf(person));
/** The same app, once the person has said yes. */
const confirmed = async (server: FederatedServer): Promise<Person> => {
  const person = await begun(server);
  await answer(person, server, 'yes');
  return person;
};
/** The same with an account of former days. */
const returning = async (server: FederatedServer): Promise<Person> => {
  await signInAtProvider(server.visitor(), server.provider);
  return confirmed(server);
};
const redeem = (person: Person): Promise<Answer> =>
  person.browser.post('/auth/handoff/redeem', { id: visitOf(person).id });
const ask = (person: Person, confirmation: string): Promise<Answer> =>
  visitOf(person).other.get(`/auth/handoff/confirm?confirmation=${confirmation}`);

const breakOff =
  (error: string): Scenario['act'] =>
  async (person, { provider }) => {
    provider.lie = { callback: (parameters) => (parameters.delete('code'), parameters.set('error', error)) };
    return signInAtProvider(visitOf(person).other, provider, start(person));
  };
const lie: Scenario['act'] = async (person, { provider }) => {
  provider.lie = { claims: (claims) => ({ ...claims, nonce: 'another' }) };
  return signInAtProvider(visitOf(person).other, provider, start(person));
};

function limited(act: Scenario['act']): Scenario {
  return {
    limited: true,
    act: async (person, server) => {
      await failUntilLimited(server);
      return act(person, server);
    },
  };
}

/** The refusals that every POST has, in the order of the checks; `body` is a wrong one. */
function refusals(path: string, headers: Record<string, string>, body: string): Record<string, Scenario> {
  const send = ({ browser }: Person, text: string, more: Record<string, string> = {}): Promise<Answer> =>
    browser.send(path, { method: 'POST', body: text, headers: { ...headers, ...more } });
  return {
    '400 bad_request': { act: (person) => send(person, body) },
    '403 csrf': { act: (person) => send(person, body, { 'Sec-Fetch-Site': 'cross-site' }) },
    '404 unsupported without a provider': { withoutProvider: true, act: (person) => send(person, body) },
    '413 too_large': { act: (person) => send(person, tooLong) },
    '429 rate_limited': limited((person) => send(person, body)),
  };
}

const json = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

const approve = (person: Person): Promise<Answer> =>
  person.browser.post('/auth/device/approve', { code: visitOf(person).code });
/** A user with an account, and another device that has begun a sign-in. */
const besideDevice = async (server: FederatedServer): Promise<Person> => {
  const person = await signUp(server, 'ada');
  const other = server.visitor();
  const { body } = await other.post<DeviceSignIn>('/auth/device');
  visits.set(person, { id: body.id, code: body.code, other });
  return person;
};
/** The same, once the user has approved it. */
const approvedDevice = async (server: FederatedServer): Promise<Person> => {
  const person = await besideDevice(server);
  await approve(person);
  return person;
};
const redeemThere = (person: Person): Promise<Answer> =>
  visitOf(person).other.post('/auth/device/redeem', { id: visitOf(person).id });
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
      act: async (person) => {
        await person.signOut();
        return redeemThere(person);
      },
    },
    '410 redeemed': {
      prepare: approvedDevice,
      act: async (person) => {
        await redeemThere(person);
        return redeemThere(person);
      },
    },
    '410 expired': {
      prepare: approvedDevice,
      act: (person, { clock }) => {
        clock.advance(10 * minutes);
        return redeemThere(person);
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
      act: (person, { clock }) => {
        clock.advance(5 * minutes);
        return approve(person);
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
      act: async (person, server) => {
        await answer(person, server, 'no');
        return redeem(person);
      },
    },
    '410 declined at the provider': {
      prepare: begun,
      act: async (person, server) => {
        await breakOff('access_denied')(person, server);
        return redeem(person);
      },
    },
    '410 provider_failed': {
      prepare: begun,
      act: async (person, server) => {
        await lie(person, server);
        return redeem(person);
      },
    },
    '410 provider_failed by its own word': {
      prepare: begun,
      act: async (person, server) => {
        await breakOff('temporarily_unavailable')(person, server);
        return redeem(person);
      },
    },
    '410 redeemed': {
      prepare: confirmed,
      act: async (person) => {
        await redeem(person);
        return redeem(person);
      },
    },
    '410 expired': {
      prepare: confirmed,
      act: (person, { clock }) => {
        clock.advance(10 * minutes);
        return redeem(person);
      },
    },
    '500 session_failed': { prepare: confirmed, broken: 'createAccountWithIdentity', act: redeem },
    '503 unavailable': { prepare: confirmed, failing: 'takeProof', act: redeem },
  },
  'GET /auth/handoff/confirm': {
    '200': { prepare: begun, act: async (person, server) => ask(person, await prove(person, server)) },
    '400': { prepare: begun, act: (person) => ask(person, 'A'.repeat(43)) },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/handoff/confirm') },
    '410': {
      prepare: begun,
      act: async (person, server) => {
        const confirmation = await prove(person, server);
        server.clock.advance(10 * minutes);
        return ask(person, confirmation);
      },
    },
    '429 rate_limited': limited(({ browser }) => browser.get('/auth/handoff/confirm')),
    '503': {
      prepare: begun,
      failing: 'findQuestion',
      act: async (person, server) => ask(person, await prove(person, server)),
    },
  },
  'POST /auth/handoff/confirm': {
    ...refusals('/auth/handoff/confirm', form, 'confirmation=AAAA&answer=perhaps'),
    '200': { prepare: begun, act: (person, server) => answer(person, server, 'yes') },
    '200 after a no': { prepare: begun, act: (person, server) => answer(person, server, 'no') },
    '400': { prepare: begun, act: (person) => confirmHandOff(visitOf(person).other, 'A'.repeat(43), visitOf(person)) },
    '400 page for a wrong code': {
      prepare: begun,
      act: async (person, server) =>
        confirmHandOff(visitOf(person).other, await prove(person, server), { code: 'AAAA-AAAA' }),
    },
    '400 bad_request as JSON': {
      act: ({ browser }) => browser.post('/auth/handoff/confirm', { confirmation: 'AAAA', answer: 'yes' }),
    },
    '410': {
      prepare: begun,
      act: async (person, server) => {
        const confirmation = await prove(person, server);
        await confirmHandOff(visitOf(person).other, confirmation, visitOf(person));
        return confirmHandOff(visitOf(person).other, confirmation, visitOf(person));
      },
    },
    '503': { prepare: begun, failing: 'answerQuestion', act: (person, server) => answer(person, server, 'yes') },
  },
};

/** What a hand-off adds to the answers of the chapter `oidc`. `page` after the status: it is said in one. */
export const handOffVisitScenarios: Record<'GET /auth/start' | 'GET /auth/callback', Record<string, Scenario>> = {
  'GET /auth/start': {
    '302 for a hand-off': { prepare: begun, act: (person) => visitOf(person).other.get(`/auth/start${start(person)}`) },
    '404 page': { act: ({ browser }) => browser.get('/auth/start?mode=handoff&handoff=x') },
    '410': { prepare: confirmed, act: (person) => visitOf(person).other.get(`/auth/start${start(person)}`) },
    '503 page': {
      prepare: begun,
      failing: 'findHandOff',
      act: (person) => visitOf(person).other.get(`/auth/start${start(person)}`),
    },
  },
  'GET /auth/callback': {
    '302 for a hand-off': {
      prepare: begun,
      act: (person, { provider }) => signInAtProvider(visitOf(person).other, provider, start(person)),
    },
    '200 after going back from a hand-off': { prepare: begun, act: breakOff('access_denied') },
    '410': {
      prepare: begun,
      act: async (person, server) => {
        const late = server.visitor();
        const callback = await goToProvider(late, server.provider, start(person));
        await prove(person, server);
        return late.get(callback);
      },
    },
    '502 page': { prepare: begun, act: lie },
    '503 page': {
      prepare: begun,
      failing: 'proveHandOff',
      act: (person, { provider }) => signInAtProvider(visitOf(person).other, provider, start(person)),
    },
  },
};
