import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Assets } from '../../server/src/http/assets.js';
import type { NoteChange, NoteOutcome, NoteRefusal, NotesAtMost } from '../../server/src/store/notes.js';
import type { Store } from '../../server/src/store/store.js';
import type { TestServer } from '../support/node/server.js';
import { demoPages, startDemo } from './demo-site.js';

/** A change of a note that has reached the server, and what it came to. */
export interface Arrival {
  id: string;
  text: string | undefined;
  key: string | undefined;
  outcome: NoteOutcome | NoteRefusal;
}

/** The demo behind a line that can be cut. */
export interface NotesSite {
  server: TestServer;
  /** The address of the site, at this end of the line. */
  origin: string;
  /** All changes of notes that have reached the server, in order. */
  arrivals: Arrival[];
  cut(): void;
  mend(): void;
  /**
   * Breaks the line in the middle of the body of each answer to a request with this method, so many times: before that,
   * the browser would send the request again automatically.
   */
  loseAnswers(method: string, times: number): void;
  /** Puts another version of the worker online. */
  deploy(): void;
  stop(): Promise<void>;
}

/** Starts the demo, with a line of its own between the browser and the server. */
export async function startNotesSite(): Promise<NotesSite> {
  const arrivals: Arrival[] = [];
  const sockets = new Set<Socket>();
  let target = '';
  let isCut = false;
  let losing = { method: '', times: 0 };
  let version = 1;

  // Without delay: an answer comes in pieces, and none is to wait until the one before has been confirmed.
  const line = createServer({ noDelay: true }, (near) => {
    if (isCut) return near.destroy();
    const far = connect({ port: Number(new URL(target).port), host: '127.0.0.1', noDelay: true });
    let isLost = false;
    const end = () => {
      for (const socket of [near, far]) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of [near, far]) sockets.add(socket.on('error', end).on('close', end));
    near.on('data', (bytes) => {
      if (losing.times > 0 && bytes.toString('latin1').startsWith(`${losing.method} `)) {
        losing.times -= 1;
        isLost = true;
      }
      far.write(bytes);
    });
    let lost = Buffer.alloc(0);
    far.on('data', (bytes) => {
      if (!isLost) return near.write(bytes);
      lost = Buffer.concat([lost, bytes]);
      const body = lost.indexOf('\r\n\r\n') + 4;
      return body > 3 && lost.length > body && near.write(lost.subarray(0, body + 1), end);
    });
  });
  await new Promise<void>((resolve) => {
    line.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://localhost:${(line.address() as AddressInfo).port}`;

  const wrapStore = (store: Store): Store =>
    new Proxy(store, {
      get(whole, name: keyof Store) {
        if (name !== 'changeNote') return whole[name];
        return async (change: NoteChange, now: number, atMost: NotesAtMost) => {
          const outcome = await whole.changeNote(change, now, atMost);
          arrivals.push({ id: change.id, text: change.content?.text, key: change.request?.key, outcome });
          return outcome;
        };
      },
    });
  const pages: Assets = async (path) => {
    const asset = await demoPages(path);
    return asset && path === '/service-worker.js'
      ? { ...asset, body: new Uint8Array(Buffer.concat([asset.body, Buffer.from(`// ${version}`)])) }
      : asset;
  };
  const server = await startDemo({ config: { origins: [origin] }, wrapStore, pages });
  target = server.origin;

  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    server,
    origin,
    arrivals,
    cut() {
      isCut = true;
      hangUp();
    },
    mend: () => void (isCut = false),
    loseAnswers: (method, times) => void (losing = { method, times }),
    deploy: () => void (version += 1),
    async stop() {
      hangUp();
      await new Promise((resolve) => line.close(resolve));
      await server.stop();
    },
  };
}
