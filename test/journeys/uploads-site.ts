import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPage, pageDocument } from './vault-site.js';

/** What the server has of one file. */
interface Upload {
  path: string;
  key: string;
  length: number;
  bytes: Buffer[];
  isComplete: boolean;
}

/** A site whose user is always signed in, and whose server accepts files. */
export interface UploadsSite {
  readonly origin: string;
  /** The files that are complete, by their paths. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What was asked about files: method, and path without the part that is random. */
  readonly asked: readonly string[];
  /** How many requests of pieces the server receives in full before it breaks the connection in the middle of one. */
  breakAfter: number;
  /** Whether uploads can be resumed. */
  isResumable: boolean;
  /** Resolves when the connection was broken. */
  isBroken(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Serves a page with one of the scripts in test/support/browser, and files below `/files/`: in one request, and by the
 * draft "Resumable Uploads for HTTP".
 */
export async function startUploadsSite(script: string): Promise<UploadsSite> {
  const source = await buildPage(script);
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const asked: string[] = [];
  let broken = () => {};

  const read = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const lengthOf = ({ bytes }: Upload) => bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);

  async function receiveFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const key = String(request.headers['idempotency-key']);
    if (request.headers['upload-complete'] !== '?0' || !site.isResumable) {
      files.set(path, await read(request));
      return void response.writeHead(201, { ETag: '"whole"' }).end('{}');
    }
    const name = [...uploads].find(([, upload]) => upload.key === key)?.[0] ?? `/uploads/${uploads.size}`;
    if (!uploads.has(name))
      uploads.set(name, { path, key, length: Number(request.headers['upload-length']), bytes: [], isComplete: false });
    return void response.writeHead(201, { Location: name }).end();
  }

  async function receivePiece(request: IncomingMessage, response: ServerResponse, upload: Upload): Promise<void> {
    if (Number(request.headers['upload-offset']) !== lengthOf(upload) || upload.isComplete)
      return void response.writeHead(409, { 'Upload-Offset': lengthOf(upload) }).end();
    if (site.breakAfter-- === 0) {
      const { socket } = request;
      // A part of the piece has arrived.
      upload.bytes.push(await new Promise<Buffer>((resolve) => request.once('data', resolve)));
      socket.destroy();
      return broken();
    }
    upload.bytes.push(await read(request));
    if (request.headers['upload-complete'] !== '?1')
      return void response.writeHead(204, { 'Upload-Complete': '?0' }).end();
    if (lengthOf(upload) !== upload.length) return void response.writeHead(400).end('{}');
    upload.isComplete = true;
    files.set(upload.path, Buffer.concat(upload.bytes));
    return void response.writeHead(201, { ETag: '"complete"' }).end('{}');
  }

  const server = createServer((request, response) => {
    const { url = '', method } = request;
    if (url === '/session') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return void response.end(
        '{"signedIn":true,"user":{"id":"AAAA","name":"alice","displayName":"Alice"},"authTime":1}',
      );
    }
    if (url === '/page.js') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(source);
    const upload = uploads.get(url);
    if (!upload && !url.startsWith('/files/'))
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(pageDocument);
    asked.push(`${method} ${url.replace(/\d+$/, '')}`);
    if (!upload) return void receiveFile(request, response, url);
    if (method === 'HEAD')
      return void response
        .writeHead(204, { 'Upload-Offset': lengthOf(upload), 'Upload-Complete': upload.isComplete ? '?1' : '?0' })
        .end();
    return void receivePiece(request, response, upload);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const site: UploadsSite = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    breakAfter: -1,
    isResumable: true,
    isBroken: () => new Promise((resolve) => (broken = resolve)),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
