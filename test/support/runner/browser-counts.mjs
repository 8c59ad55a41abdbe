import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes a JSON array with one entry for each test file of a browser run into `file`: `{name, counts, milliseconds}`. A
 * file that could not run counts as one failure.
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
        return { name: relative(process.cwd(), session.testFile), counts, milliseconds };
      });
      writeFileSync(file, JSON.stringify(outcomes));
    },
  };
}

function listTests(suite) {
  return [...suite.tests, ...suite.suites.flatMap(listTests)];
}
