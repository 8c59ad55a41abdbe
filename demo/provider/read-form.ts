import type { IncomingMessage } from 'node:http';

/** More than a form of ours or of a browser can be, in bytes. */
const longestForm = 8192;

/** Reads the form that was posted. One that is too long, or of another kind, is empty. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded(?: *;|$)/i.test(request.headers['content-type'] ?? '');
  let text = '';
  // What is too long is read to its end all the same: leaving off in the middle would close the connection before the
  // answer.
  for await (const chunk of request) if (text.length <= longestForm) text += String(chunk);
  return new URLSearchParams(isForm && text.length <= longestForm ? text : '');
}
