import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handler } from 'hono';
import type { Metrics } from '../http/metrics.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `GET /metrics`: what the process has counted, for a caller with the token. */
export function readMetrics(metrics: Metrics, token: string): Handler<Env> {
  const expected = digest(`Bearer ${token}`);
  return async (context) => {
    if (!timingSafeEqual(digest(context.req.header('Authorization') ?? ''), expected))
      throw new Refusal(401, 'unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
    const { text, contentType } = await metrics.write();
    return context.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  };
}
