/**
 * The policy that pages with our elements run under: the one of `docs/script-tags.md`, and what FedCM needs to
 * reach the development provider.
 */
const policy = `default-src 'self'; connect-src 'self' http://idp.localhost:*; require-trusted-types-for 'script'; trusted-types lit-html latchkey 'allow-duplicates'`;

/**
 * Serves the test pages under the strict content security policy, report-only because the runner itself needs inline
 * scripts, and turns every report about a file of ours into a failure of the test that runs at that moment.
 */
export const policyPlugin = {
  name: 'content-security-policy',
  transform(context) {
    if (context.response.is('html')) context.set('content-security-policy-report-only', policy);
  },
};

/**
 * The page that a test file runs in: listens for reports before anything else is loaded, and begins with empty storage. `scale` is how much of a loop
 * the tests run, see `runs`.
 */
export function testRunnerHtml(testFramework, scale) {
  return `<!doctype html>
<html lang="en" data-scale="${scale}">
  <head>
    <title>Latchkey tests</title>
    <script>
      {
        const { fetch } = window;
        const reports = (window.policyReports = []);
        const bundles = {};
        /** The module that a report is about, also of a file of many; esbuild names each in a comment above it. */
        const moduleOf = async ({ sourceFile, lineNumber }) => {
          const path = new URL(sourceFile || 'about:blank').pathname.slice(1);
          if (!/\\.test\\.ts$/.test(path)) return path;
          const text = await (bundles[path] ??= fetch(sourceFile).then((answer) => answer.text()));
          const names = text.split('\\n').slice(0, lineNumber).filter((line) => /^ *\\/\\/ \\S+\\.[jt]s$/.test(line));
          return names.at(-1)?.trim().slice(3) ?? path;
        };
        const read = async (report) => {
          const module = await moduleOf(report);
          if (!/^(src|dist|demo|test\\/project\\/fixtures)\\//.test(module)) return;
          reportError(new Error('Content security policy, ' + report.effectiveDirective + ': ' + (report.sample || report.blockedURI) + ' at ' + module + ', ' + report.sourceFile + ':' + report.lineNumber));
        };
        addEventListener('securitypolicyviolation', (report) => reports.push(read(report)));
      }
    </script>
  </head>
  <body>
    <script type="module">
      // all test files have one profile: nothing that one leaves on the device may reach the next
      localStorage.clear();
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve) => {
          const deletion = indexedDB.deleteDatabase(name);
          // one that another page has still open is deleted once that has closed it
          deletion.onsuccess = deletion.onerror = deletion.onblocked = resolve;
        });
      for (const name of await caches.keys()) await caches.delete(name);
      // a report arrives in a separate task: wait for it before the next test starts, or the last one ends
      const { setTimeout } = window;
      async function afterEach() {
        await new Promise((resolve) => setTimeout(resolve));
        await Promise.all(policyReports.splice(0));
        // the runner sends errors as JSON, which nodes cannot be: it would say nothing, and wait for its time limit
        const { err } = this.currentTest;
        try {
          JSON.stringify([err?.actual, err?.expected]);
        } catch {
          delete err.actual;
          delete err.expected;
        }
      }
      window.__WTR_CONFIG__.testFrameworkConfig.rootHooks = { afterEach };
      await import('${testFramework}');
    </script>
  </body>
</html>`;
}
