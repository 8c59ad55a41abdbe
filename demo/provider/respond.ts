import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers one request. */
export type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
