import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';

/** What a path answers: a body that is sent as its type, or whatever a function makes of the request. */
export type Answer =
  { type?: string; body?: string | Uint8Array; status?: number; headers?: Record<string, string> } | RequestListener;

/** A web site on a port of its own. */
export interface Site {
  origin: string;
  /** Paths that were requested, in order. */
  asked: string[];
  /** Adds paths to those that answer; everything else is 404. */
  publish(answers: Record<string, Answer>): void;
  close(): Promise<void>;
}

/** Opens a site that answers `answers`. */
export async function openSite(answers: Record<string, Answer> = {}): Promise<Site> {
  const published = new Map(Object.entries(answers));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    asked.push(path);
    send(published.get(path) ?? { status: 404, body: 'Nothing here.' }, request, response);
  });
  server.keepAliveTimeout = 0; // no idle connection is closed in the moment in which it is used again
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    publish: (more) => {
      for (const [path, answer] of Object.entries(more)) published.set(path, answer);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === 'function') {
    answer(request, response);
    return;
  }
  const { type = 'text/plain', body = '', status = 200, headers = {} } = answer;
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache', ...headers }).end(body);
}

/** A manifest without fault whose icons are `/192.png` and `/512.png`. */
export const sound = {
  id: '/',
  name: 'Field notes',
  short_name: 'Notes',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#102030',
  background_color: '#ffffff',
  description: 'Notes from the field.',
  lang: 'en',
  icons: [
    { src: '/192.png', sizes: '192x192', type: 'image/png' },
    { src: '/512.png', sizes: '512x512', type: 'image/png' },
  ],
};

/** Sends a manifest as it should be sent. */
export function manifest(content: object): Answer {
  return { type: 'application/manifest+json', body: JSON.stringify(content, null, 2) };
}

/** Sends a page whose head holds `head`. */
export function page(head: string, headers: Record<string, string> = {}): Answer {
  const whole = `<!doctype html>\n<html lang="en">\n<head>\n<title>Notes</title>\n<meta name="viewport" content="width=device-width">\n${head}\n</head>\n<body></body>\n</html>`;
  return { type: 'text/html; charset=utf-8', body: whole, headers };
}

/** A PNG of one colour. */
export function png(width: number, height = width, [red, green, blue] = [16, 32, 48]): Uint8Array {
  const image = new PNG({ width, height });
  for (let at = 0; at < image.data.length; at += 4) image.data.set([red!, green!, blue!, 255], at);
  return PNG.sync.write(image);
}

/** Sends an image as what it is. */
export function image(body: Uint8Array | string, type = 'image/png'): Answer {
  return { type, body };
}

/** Everything that {@link sound} names. */
export const soundImages: Record<string, Answer> = { '/192.png': image(png(192)), '/512.png': image(png(512)) };
