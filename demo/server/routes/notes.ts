import { noteRequestsPerPerson, notesPerPerson } from '../config/limits.js';
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
function readId(context: RequestContext): string {
  const id = context.req.param('id')!;
  if (!/^[\w-]{1,64}$/.test(id)) refuseShape('id: 1 to 64 letters, digits, "-" and "_"');
  return id;
}

function readText(member: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || /\p{Surrogate}|\0/u.test(value)) return refuseShape(`${member}: no text`);
  if (Array.from(value).length > longest) refuseShape(`${member}: more than ${longest} characters`);
  return value;
}

/** The precondition of the change. Without one, another device's change could be overwritten unnoticed. */
function readPrecondition(context: RequestContext): Precondition {
  const match = context.req.header('If-Match');
  const noneMatch = context.req.header('If-None-Match');
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

/** The key of the request, with what stands for all that the request asks for. */
async function readKey(context: RequestContext, time: number): Promise<RequestKey | undefined> {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) refuseShape('Idempotency-Key: 1 to 128 visible ASCII characters');
  const { method, path } = context.req;
  const asked = JSON.stringify([
    method,
    path,
    context.req.header('If-Match'),
    context.req.header('If-None-Match'),
    encodeBase64url(context.get('body')),
  ]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked));
  return { key, fingerprint: encodeBase64url(new Uint8Array(digest)), expires: time + noteRequestLifetime };
}

/** The user handle of the person whose request it is, as an outbox names it. */
const readOwner = (context: RequestContext): string | undefined => context.req.header('Latch-Person');

function refuseWrongAccount(): never {
  throw new Refusal(409, 'wrong_account', { message: 'Latch-Person names another user than the session.' });
}

const entityTag = (version: string): string => `"${version}"`;

const describeNote = ({ id, version, changedAt }: Note) => ({ id, etag: entityTag(version), changedAt });

/**
 * `GET /notes`: the ids of the person's notes, with the version of each, for a device that wants to know which to
 * fetch.
 */
export function listNotes({ sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { authentication } = await sessions.demand(context);
    const notes = await store.listNotes(authentication.userId);
    return context.json({ notes: notes.map(describeNote) });
  };
}

/** `GET /notes/{id}`: a note of the person; its version is in `ETag`. */
export function readNote({ sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context);
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
  wanted: Pick<NoteChange, 'id' | 'content' | 'precondition'>,
): Promise<NoteOutcome> {
  const time = now();
  const request = await readKey(context, time);
  const { id: sessionId, authentication } = await sessions.demand(context);
  const outcome = await store.changeNote(
    {
      ...wanted,
      sessionId,
      userId: authentication.userId,
      owner: readOwner(context),
      version: randomText(16),
      request,
    },
    time,
    { notes: notesPerPerson, requests: noteRequestsPerPerson },
  );
  if (outcome === 'signed-out') throw new Refusal(401, 'unauthenticated');
  if (outcome === 'wrong-account') refuseWrongAccount();
  if (outcome === 'key-reused')
    throw new Refusal(422, 'key_reused', { message: 'The Idempotency-Key was used for another request.' });
  if (outcome === 'full')
    throw new Refusal(409, 'too_many_notes', { message: `A user may have at most ${notesPerPerson} notes.` });
  if (outcome !== 'conflict') return outcome;
  const present = await store.findNote(authentication.userId, wanted.id);
  if (!present && !wanted.content) throw new Refusal(404, 'not_found');
  throw new Refusal(412, 'conflict', present && { headers: { ETag: entityTag(present.version) } });
}

/**
 * `PUT /notes/{id}`: creates a note with `If-None-Match: *`, replaces a version of it with `If-Match`. Any other
 * version that is there is 412, with its `ETag`.
 */
export function writeNote(services: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context);
    const body = readJson(context);
    if (typeof body !== 'object' || body === null) refuseShape('the body: no object');
    const { title, text } = body as Record<string, unknown>;
    const content = { title: readText('title', title, longestTitle), text: readText('text', text, longestText) };
    const { status, version, changedAt } = await change(services, context, {
      id,
      content,
      precondition: readPrecondition(context),
    });
    context.header('ETag', entityTag(version!));
    return context.json({ id, changedAt }, status as 200 | 201);
  };
}

/** `DELETE /notes/{id}`: deletes a version of a note. */
export function deleteNote(services: Services): Handler<Env> {
  return async (context) => {
    const id = readId(context);
    const precondition = readPrecondition(context);
    if (precondition === 'absent') refuseShape('If-None-Match: a note that is not there cannot be deleted');
    await change(services, context, { id, content: null, precondition });
    return context.body(null, 204);
  };
}
