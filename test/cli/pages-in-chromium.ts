import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import type { Answer } from './site.js';
import type { PageScenario } from './page-scenarios.js';

/** What Chromium makes of a page. */
export interface PageVerdict {
  /** Where Chromium was asked; the command can be asked there too. */
  url: string;
  appId: string | undefined;
  errorIds: string[];
}

const tabsAtOnce = 4;

/** The hosts of many scenarios, each an address of the loopback network, on one port. */
export interface ScenarioServer {
  originOf(scenario: PageScenario): string;
  close(): Promise<void>;
}

/** Serves all scenarios, each on two hosts of its own. */
export async function serveScenarios(scenarios: readonly PageScenario[]): Promise<ScenarioServer> {
  const server = createServer((request, response) => {
    const [, kind, high, low] = /^127\.(\d+)\.(\d+)\.(\d+):/.exec(request.headers.host ?? '') ?? [];
    const index = Number(high) * 200 + Number(low) - 1;
    const scenario = scenarios[index];
    const answers = kind === '2' ? scenario?.others : scenario?.answers;
    send(
      answers?.[request.url!] ?? { status: 404, type: 'text/plain', body: 'Nothing here.' },
      request,
      response,
      index,
    );
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const originAt = (kind: number, index: number): string =>
    `http://127.${kind}.${Math.floor(index / 200)}.${(index % 200) + 1}:${port}`;

  function send(answer: Answer, request: IncomingMessage, response: ServerResponse, index: number): void {
    if (typeof answer === 'function') {
      answer(request, response);
      return;
    }
    const fill = (text: string): string =>
      text
        .replaceAll('{self}', originAt(1, index))
        .replaceAll('{other}', originAt(2, index))
        .replaceAll('%7Bself%7D', originAt(1, index));
    const { type = 'text/plain', body = '', status = 200, headers = {} } = answer;
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    response
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-cache', ...filled })
      .end(typeof body === 'string' ? fill(body) : body);
  }

  return {
    originOf: (scenario) => originAt(1, scenarios.indexOf(scenario)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens every scenario in `browser`, and asks what its developer tools ask. */
export async function askAboutPages(
  browser: Browser,
  scenarios: readonly PageScenario[],
  { originOf }: ScenarioServer,
): Promise<Map<PageScenario, PageVerdict>> {
  const verdicts = new Map<PageScenario, PageVerdict>();
  const queue = scenarios.values();
  await Promise.all(
    Array.from({ length: tabsAtOnce }, async () => {
      const page = await browser.newPage();
      const devtools = await page.createCDPSession();
      for (const scenario of queue) {
        const url = `${originOf(scenario)}/`;
        await page.goto(url, { waitUntil: 'load' });
        await devtools.send('Page.getAppManifest').catch(() => undefined);
        const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
        const { appId } = await devtools.send('Page.getAppId');
        verdicts.set(scenario, { url, appId, errorIds: installabilityErrors.map(({ errorId }) => errorId) });
      }
      await page.close();
    }),
  );
  return verdicts;
}
