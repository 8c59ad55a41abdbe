import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes a JSON array with one entry for each test file of a browser run into `file`: `{name, counts, milliseconds,
 * failures, skips, output}`. A failure has a title and the error as text; `skips` are titles; `output` is what the page
 * wrote to the console, and what it did not find. A file that could not run counts as one failure.
 */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const outcomes = [...sessions].map((session) => {
        const counts = { passed: 0, failed: 0, skipped: 0 };
        const tests = session.testResults ? listTests(session.testResults) : [];
        for (const test of tests) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
        if (tests.length === 0 || (!session.passed && tests.every((test) => test.passed || test.skipped)))
          counts.failed += 1;
        const milliseconds = tests.reduce((sum, { duration = 0 }) => sum + duration, 0);
        const failures = [
          ...tests.filter(({ error }) => error).map(({ title, error }) => ({ title, error: textOf(error) })),
          ...(session.errors ?? []).map((error) => ({ title: 'outside of the tests', error: textOf(error) })),
        ];
        const skips = tests.filter(({ skipped }) => skipped).map(({ title }) => title);
        const missing = (session.request404s ?? []).map((url) => `404 ${url}`);
        const output = [...(session.logs ?? []).map((values) => values.join(' ')), ...missing].join('\n');
        return { name: relative(process.cwd(), session.testFile), counts, milliseconds, failures, skips, output };
      });
      writeFileSync(file, JSON.stringify(outcomes));
    },
  };
}

function listTests(suite, titles = []) {
  return [
    ...suite.tests.map((test) => ({ ...test, title: [...titles, test.name].join(' › ') })),
    ...suite.suites.flatMap((inner) => listTests(inner, [...titles, inner.name])),
  ];
}

/** The message, what was expected and found, and the lines of the tests and sources in the stack. */
function textOf({ name, message, expected, actual, stack = '' }) {
  const place = stack.split('\n').filter((line) => /\b(src|test|dist)\//.test(line) && !line.includes('node_modules'));
  return [
    `${name ?? 'Error'}: ${message}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`, `found: ${actual}`]),
    ...place.map((line) => `    ${line.trim()}`),
  ].join('\n');
}
