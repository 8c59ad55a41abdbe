import { cpuUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponse } from '../src/base/contract/types.js';
import { openBackend, type Backend } from './backend.js';
import { contestant, type Figure, type Measurement } from './measurement.js';
import { registerPasskey } from './registered-passkey.js';
import { sampleInTurns } from './sampling.js';

const signInsPerBlock = 40;
/**
 * Until the compiler has done with both sides, or nearly. After 10 blocks it still had 150 functions to go, in threads
 * that are counted too.
 */
const warmUpBlocks = 40;

const origin = 'http://localhost:3000';

/** A sign-in that is ready to be verified. */
interface PreparedSignIn {
  readonly request: Request;
  readonly response: AuthenticationResponse;
  readonly challenge: string;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Processor time of this process with all its threads, user and system, in µs for each of `items`. Garbage of before is
 * not among it.
 */
async function timeEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  collectGarbage({ type: 'minor' });
  const before = cpuUsage();
  for (const item of items) await work(item);
  const { user, system } = cpuUsage(before);
  return (user + system) / items.length;
}

/** Prepares sign-ins of a new user, each in a separate anonymous session, as if from many browsers. */
async function prepareWith(backend: Backend) {
  const person = await registerPasskey(backend);
  const { credential } = (await backend.store.findCredential(person.authenticator.credentials[0]!.id))!;

  async function prepare(): Promise<PreparedSignIn> {
    person.browser.cookie = undefined;
    const response = await person.choosePasskey();
    const headers = {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `__Host-sid=${person.browser.cookie}`,
    };
    const request = new Request(`${origin}/webauthn/login/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify(response),
    });
    const { challenge } = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()) as {
      challenge: string;
    };
    return { request, response, challenge };
  }

  return {
    async prepareBlock(): Promise<PreparedSignIn[]> {
      const block: PreparedSignIn[] = [];
      for (let count = 0; count < signInsPerBlock; count += 1) block.push(await prepare());
      return block;
    },
    async verifyByEndpoint({ request }: PreparedSignIn): Promise<void> {
      const answer = await backend.fetch(request);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`The endpoint answered ${answer.status}: ${text}`);
    },
    async verifyByLibrary({ response, challenge }: PreparedSignIn): Promise<void> {
      const { verified } = await verifyAuthenticationResponse({
        response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: backend.rpId,
        requireUserVerification: false,
        credential: { id: credential.id, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
      });
      if (!verified) throw new Error('The library did not verify the response.');
    },
  };
}

async function compareOver(durable: boolean, quick: boolean) {
  const backend = await openBackend(origin, { durable });
  try {
    const { prepareBlock, verifyByEndpoint, verifyByLibrary } = await prepareWith(backend);
    for (let count = 0; count < (quick ? 5 : warmUpBlocks); count += 1) {
      const block = await prepareBlock();
      for (const signIn of block) await verifyByLibrary(signIn);
      for (const signIn of block) await verifyByEndpoint(signIn);
    }
    return await sampleInTurns(['endpoint', 'library'], quick ? 5 : 25, async (name) =>
      timeEach(await prepareBlock(), name === 'endpoint' ? verifyByEndpoint : verifyByLibrary),
    );
  } finally {
    await backend.discard();
  }
}

const library = '@simplewebauthn/server alone';

/** What a sign-in costs the server. */
export const verifyProcessorTime: Measurement = {
  name: 'verify-processor-time',
  title: 'POST /webauthn/login/verify, processor time of one sign-in',
  notes: [
    `User and system time of the whole process, in blocks of ${signInsPerBlock} sign-ins with ES256; n counts the blocks. Ours is the whole endpoint in this process:`,
    'sessions, rate limit, schema, checks, embedded database. It is compared with verifyAuthenticationResponse of @simplewebauthn/server alone.',
    'Without fsync: the same over a database with synchronous = off, which passes every write to the operating system but does not wait for the disk.',
  ],
  async measure({ quick }) {
    const figures: Figure[] = [];
    for (const durable of quick ? [false] : [false, true]) {
      const series = await compareOver(durable, quick);
      figures.push({
        what: durable ? 'with fsync' : 'without fsync',
        unit: 'µs',
        contestants: [
          contestant('the endpoint', series.endpoint, (time) => time),
          contestant(library, series.library, (time) => time),
        ],
      });
    }
    return figures;
  },
};
