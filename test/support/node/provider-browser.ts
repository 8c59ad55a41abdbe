import { request } from 'node:http';

/** An answer of the provider, with its body read. */
export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * A browser without script at the provider: keeps cookies, finds `idp.localhost`, and follows redirects as long as they
 * stay at the provider.
 */
export interface ProviderBrowser {
  /** Opens the URL and follows redirects at the provider. Returns the page, or the URL elsewhere that it leads to. */
  open(address: string): Promise<Page | string>;
  /** Submits the form of the page that is open. */
  submit(fields: Record<string, string>): Promise<Page | string>;
  /**
   * Asks as it does on behalf of a page of `http://localhost:3000` that uses FedCM, with a form by POST. `headers` take
   * the place of what it would send; undefined leaves one out.
   */
  ask(address: string, form?: Record<string, string>, headers?: Record<string, string | undefined>): Promise<Page>;
}

/** A browser that has not been at the provider yet. */
export function openProviderBrowser(): ProviderBrowser {
  const cookies = new Map<string, { value: string; path: string }>();
  let current = '';

  const send = (address: URL, body?: string, others: Record<string, string | undefined> = {}): Promise<Page> =>
    new Promise((resolve, reject) => {
      const sent = [...cookies]
        .filter(([, { path }]) => address.pathname.startsWith(path))
        .map(([name, { value }]) => `${name}=${value}`);
      const form = body !== undefined && {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      };
      const headers = Object.fromEntries(
        Object.entries({ Host: address.host, Cookie: sent.join('; '), ...form, ...others }).filter(
          ([, value]) => value !== undefined,
        ),
      );
      const outgoing = request(
        address,
        { method: body === undefined ? 'GET' : 'POST', headers, hostname: '127.0.0.1', agent: false },
        (incoming) => {
          for (const line of incoming.headers['set-cookie'] ?? []) {
            const [pair, ...attributes] = line.split('; ');
            const [name, value] = pair!.split('=') as [string, string];
            const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
            if (value) cookies.set(name, { value, path });
            else cookies.delete(name);
          }
          let text = '';
          incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          incoming.on('end', () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text }));
        },
      );
      outgoing.on('error', reject).end(body);
    });

  const follow = async (address: string, body?: string): Promise<Page | string> => {
    current = address;
    const page = await send(new URL(address), body);
    const { location } = page.headers;
    if (typeof location !== 'string') return page;
    const next = new URL(location, address);
    return next.host === new URL(address).host ? follow(next.href) : next.href;
  };

  const ask: ProviderBrowser['ask'] = (address, form, headers) => {
    const usual = { 'Sec-Fetch-Dest': 'webidentity', ...(form && { Origin: 'http://localhost:3000' }) };
    return send(new URL(address), form && new URLSearchParams(form).toString(), { ...usual, ...headers });
  };

  return {
    open: (address) => follow(address),
    submit: (fields) => follow(current, new URLSearchParams(fields).toString()),
    ask,
  };
}
