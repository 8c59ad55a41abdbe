import { resolve } from 'node:path';

/**
 * A reporter of `node:test` that ends with `{passed, failed, skipped}` as JSON. A file that could not run, or that ran
 * no test at all, counts as one failure;
 * so does a suite whose hooks failed.
 */
export default async function* countTests(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const failed = type === 'test:fail';
    if (data.file && resolve(data.name) === data.file) counts.failed += 1;
    else if (data.details?.type === 'suite')
      counts.failed += failed && data.details.error?.failureType !== 'subtestsFailed' ? 1 : 0;
    else if (data.skip !== undefined) counts.skipped += 1;
    else counts[failed ? 'failed' : 'passed'] += 1;
  }
  yield JSON.stringify(counts);
}
