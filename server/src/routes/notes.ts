import { noteRequestsPerUser, notesPerUser } from '../config/limits.js';
import { noteRequestLifetime } from '../config/lifetimes.js';
import type { Handler } from 'hono';
import { encodeBase64url } from '../crypto/base64url.js';
import { randomText } from '../crypto/random-text.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Note, NoteChange, NoteOutcome, Precondition, RequestKey } from '../store/notes.js';

const longestTitle = 200;
const longestText = 20_000;
/** How long the key of a request is remembered, in milliseconds: longer than anybody stays offline. */

function refuseShape(message: string): never {
  throw new Refusal(400, 'bad_request', { message });
}

/** The id of a note is given by the page that creates it, which may be offline. */
function readId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) refuseShape('id: 1 to 64 letters, digits, "-" and "_"');
  return id;
}

function readText(member: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || /\p{Surrogate}|\0/u.test(value)) return refuseShape(`${member}: no text`);
  if (Array.from(value).length > longest) refuseShape(`${member}: more than ${longest} characters`);
  return value;
}

/** The precondition of the change. Without one, another device's change could be overwritten unnoticed. */
function readPrecondition({ header }: Wanted): Precondition {
  const match = header('if-match');
  const noneMatch = header('if-none-match');
  if (match !== undefined && noneMatch !== undefined) refuseShape('If-Match and If-None-Match exclude each other');
  if (noneMatch !== undefined)
    return noneMatch === '*' ? 'absent' : refuseShape('If-None-Match: only * makes sense here');
  if (match === undefined)
    throw new Refusal(428, 'precondition_required', {
      message: 'If-Match names the version to change; If-None-Match: * creates a note.',
    });
  if (match === '*') return 'present';
  const version = /^"([\w-]{1,64})"$/.exec(match)?.[1] ?? refuseShape('If-Match: one strong entity tag, or *');
  return { version };
}

/** What a request asks to be changed, wherever it is written: in headers, or in a batch. */
interface Wanted {
  method: string;
  path: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  body: Uint8Array;
}

const wantedBy = (context: RequestContext): Wanted => ({
  method: context.req.method,
  path: context.req.path,
  header: (name) => context.req.header(name),
  body: context.get('body'),
});

/** The key of the request, with what stands for all that the request asks for. */
async function readKey({ method, path, header, body }: Wanted, time: number): Promise<RequestKey | undefined> {
  const key = header('idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) refuseShape('Idempotency-Key: 1 to 128 visible ASCII characters');
  const asked = JSON.stringify([method, path, header('if-match'), header('if-none-match'), encodeBase64url(body)]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked));
  return { key, fingerprint: encodeBase64url(new Uint8Array(digest)), expires: time + noteRequestLifetime };
}

/** The user handle of the user whose request it is, as an outbox names it. */
const readOwner = (context: RequestContext): string | undefined => context.req.header('Latch-User');

function refuseWrongAccount(): never {
  throw new Refusal(409, 'wrong_account', { message: 'Latch-User names another user than the session.' });
}

const entityTag = (version: string): string => `"${version}"`;

const describeNote = ({ id, version, changedAt }: Note) => ({ id, etag: entityTag(version), changedAt });

/**
 * `GET /notes`: the ids of the user's notes, with the version of each, for a device that wants to know which to
 * fetch.
 */
export function listNotes({ sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { authentication } = await sessions.demand(context);
    const notes = await store.listNotes(authentication.userId);
    return context.json({ notes: notes.map(describeNote) });
  };
}

/** `GET /notes/{id}`: a note of the user; its version is in `ETag`. */
export function readNote({ sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context.req.param('id')!);
    const { userId } = (await sessions.demand(context)).authentication;
    const owner = readOwner(context);
    if (owner !== undefined && (await store.findAccount(userId))?.handle !== owner) refuseWrongAccount();
    const note = await store.findNote(userId, id);
    if (!note) throw new Refusal(404, 'not_found');
    context.header('ETag', entityTag(note.version));
    return context.json({ id, title: note.title, text: note.text, changedAt: note.changedAt });
  };
}

/** Makes the change in the session of the request. */
async function change(
  { now, sessions, store }: Services,
  context: RequestContext,
  wanted: Wanted,
  { id, content, precondition }: Pick<NoteChange, 'id' | 'content' | 'precondition'>,
): Promise<NoteOutcome> {
  const time = now();
  const request = await readKey(wanted, time);
  const { id: sessionId, authentication } = await sessions.demand(context);
  const outcome = await store.changeNote(
    {
      id,
      content,
      precondition,
      sessionId,
      userId: authentication.userId,
      owner: readOwner(context),
      version: randomText(16),
      request,
    },
    time,
    { notes: notesPerUser, requests: noteRequestsPerUser },
  );
  if (outcome === 'signed-out') throw new Refusal(401, 'unauthenticated');
  if (outcome === 'wrong-account') refuseWrongAccount();
  if (outcome === 'key-reused')
    throw new Refusal(422, 'key_reused', { message: 'The Idempotency-Key was used for another request.' });
  if (outcome === 'full')
    throw new Refusal(409, 'too_many_notes', { message: `A user may have at most ${notesPerUser} notes.` });
  if (outcome !== 'conflict') return outcome;
  const present = await store.findNote(authentication.userId, id);
  if (!present && !content) throw new Refusal(404, 'not_found');
  throw new Refusal(412, 'conflict', present && { headers: { ETag: entityTag(present.version) } });
}

/** What a change was answered with. */
interface NoteAnswer {
  status: 200 | 201 | 204;
  etag?: string;
  body?: { id: string; changedAt: number };
}

async function put(services: Services, context: RequestContext, id: string, wanted: Wanted, body: unknown) {
  if (typeof body !== 'object' || body === null) return refuseShape('the body: no object');
  const { title, text } = body as Record<string, unknown>;
  const content = { title: readText('title', title, longestTitle), text: readText('text', text, longestText) };
  const { status, version, changedAt } = await change(services, context, wanted, {
    id,
    content,
    precondition: readPrecondition(wanted),
  });
  return { status, etag: entityTag(version!), body: { id, changedAt } } as NoteAnswer;
}

async function remove(services: Services, context: RequestContext, id: string, wanted: Wanted): Promise<NoteAnswer> {
  const precondition = readPrecondition(wanted);
  if (precondition === 'absent') refuseShape('If-None-Match: a note that is not there cannot be deleted');
  await change(services, context, wanted, { id, content: null, precondition });
  return { status: 204 };
}

/**
 * `PUT /notes/{id}`: creates a note with `If-None-Match: *`, replaces a version of it with `If-Match`. Any other
 * version that is there is 412, with its `ETag`.
 */
export function writeNote(services: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context.req.param('id')!);
    const { status, etag, body } = await put(services, context, id, wantedBy(context), readJson(context));
    context.header('ETag', etag);
    return context.json(body, status as 200 | 201);
  };
}

/** `DELETE /notes/{id}`: deletes a version of a note. */
export function deleteNote(services: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context.req.param('id')!);
    const { status } = await remove(services, context, id, wantedBy(context));
    return context.body(null, status as 204);
  };
}

/** How many writes a batch may have. */
const longestBatch = 100;

/**
 * `POST /notes`: makes several writes, as an outbox sends a batch of them: `{"writes": [{method, path, headers, body}]}`.
 * They are made or refused separately and in order. `answers` has for each the answer that a separate request would get.
 * Each has its own `Idempotency-Key`, so that a batch that is sent again changes nothing.
 */
export function writeNotes(services: Services): Handler<Env> {
  return async (context) => {
    await services.sessions.demand(context);
    const { writes } = (readJson(context) ?? {}) as { writes?: unknown };
    if (!Array.isArray(writes) || writes.length === 0 || writes.length > longestBatch)
      return refuseShape(`writes: a list of 1 to ${longestBatch}`);
    const answers: object[] = [];
    for (const write of writes as unknown[]) answers.push(await answerTo(services, context, write));
    return context.json({ answers });
  };
}

async function answerTo(services: Services, context: RequestContext, write: unknown): Promise<object> {
  try {
    const { method, path, headers = {}, body } = (write ?? {}) as Record<string, unknown>;
    const [, id] = /^\/notes\/([^/?]*)$/.exec(String(path)) ?? refuseShape('path: the path of a note');
    const wanted: Wanted = {
      method: String(method),
      path: String(path),
      header: (name) => readHeader(headers, name),
      body: new TextEncoder().encode(JSON.stringify(body) ?? ''),
    };
    if (method === 'PUT') return await put(services, context, readId(id!), wanted, body);
    if (method === 'DELETE') return await remove(services, context, readId(id!), wanted);
    return refuseShape('method: PUT or DELETE');
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 401 || error.code === 'wrong_account') throw error;
    return {
      status: error.status,
      etag: error.details.headers?.['ETag'],
      body: { error: error.code, message: error.message },
    };
  }
}

function readHeader(headers: unknown, name: string): string | undefined {
  const value =
    typeof headers === 'object' && headers !== null ? new Map(Object.entries(headers)).get(name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
