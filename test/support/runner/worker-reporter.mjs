import { inspect } from 'node:util';

/** A reporter of node:test for a worker: tells the parent what failed, and what each file counted and cost. */
export default async function* report(events) {
  const titles = [];
  let counts = { passed: 0, failed: 0, skipped: 0 };
  let processorTime = process.cpuUsage();
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, Infinity, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const failed = type === 'test:fail';
    const isSuite = data.details?.type === 'suite';
    // a suite fails with its tests, which are counted, or on its own: in a hook, or by taking too long
    const failedItself = failed && (!isSuite || data.details.error?.failureType !== 'subtestsFailed');
    if (data.skip !== undefined) {
      counts.skipped += 1;
      process.send({ type: 'skip', reason: typeof data.skip === 'string' && data.skip ? data.skip : data.name });
    } else if (failedItself) counts.failed += 1;
    else if (!isSuite) counts.passed += 1;
    if (failedItself) {
      const error = data.details.error?.cause ?? data.details.error;
      process.send({
        type: 'failure',
        title: [...titles.slice(1, data.nesting), data.name].join(' › '),
        error: error instanceof Error ? inspect(error) : String(error),
      });
    }
    if (data.nesting > 0) continue;
    const { user, system } = process.cpuUsage(processorTime);
    process.send({ type: 'file', counts, processorMilliseconds: (user + system) / 1000 });
    processorTime = process.cpuUsage();
    counts = { passed: 0, failed: 0, skipped: 0 };
  }
  yield '';
}
