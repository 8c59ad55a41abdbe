import { writeFileSync } from 'node:fs';

/**
 * Writes `{passed, failed, skipped}` of a browser test run as JSON into `file`; a test file that could not run counts
 * as one failure.
 */
export function countsReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        const tests = session.testResults ? listTests(session.testResults) : [];
        for (const test of tests) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
        if (tests.length === 0 || (!session.passed && tests.every((test) => test.passed || test.skipped)))
          counts.failed += 1;
      }
      writeFileSync(file, JSON.stringify(counts));
    },
  };
}

function listTests(suite) {
  return [...suite.tests, ...suite.suites.flatMap(listTests)];
}
