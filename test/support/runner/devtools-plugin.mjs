const reportedEvents = [
  'WebAuthn.credentialAdded',
  'WebAuthn.credentialAsserted',
  'WebAuthn.credentialDeleted',
  'WebAuthn.credentialUpdated',
  'FedCm.dialogShown',
  'FedCm.dialogClosed',
];

/**
 * Lets a browser test speak the Chrome DevTools Protocol to its own page, which `launcher` opened. Two server commands:
 * `devtools:send` `{method, params}` and `devtools:events` (what the browser reported since the last call).
 *
 * Every test file starts with a WebAuthn environment that holds no authenticator: conditional requests then stay
 * pending, as if the user had not chosen yet. The connection stays open for as long as the file runs, because closing
 * it removes the environment and its passkeys.
 */
export function devtoolsPlugin(launcher) {
  /** @type {Map<string, {connection: import('puppeteer-core').CDPSession, events: object[]}>} */
  const connections = new Map();

  async function connect(id) {
    const page = launcher.getPage(id);
    const connection = await page.createCDPSession();
    const events = [];
    for (const name of reportedEvents) connection.on(name, (params) => events.push({ event: name, ...params }));
    connections.set(id, { connection, events });
    await connection.send('WebAuthn.enable', { enableUI: false });
  }

  async function disconnectIdle() {
    for (const [id, { connection }] of connections) {
      if (launcher.isActive(id)) continue;
      connections.delete(id);
      await connection.detach().catch(() => 'the page has gone, and the connection with it');
    }
  }

  return {
    name: 'devtools',
    // while the page of a test file is being served: the earliest moment that the runner offers
    async transform(context) {
      const id = context.path === '/' && context.URL.searchParams.get('wtr-session-id');
      if (!id || connections.has(id)) return;
      await disconnectIdle();
      await connect(id);
    },
    async executeCommand({ command, payload, session }) {
      if (command === 'devtools:send')
        return (await connections.get(session.id).connection.send(payload.method, payload.params)) ?? {};
      if (command === 'devtools:events') return connections.get(session.id).events.splice(0);
      return undefined;
    },
  };
}
