/** Puts the suites and tests of each file in an order that depends on `seed` alone. */
export const orderPlugin = (seed) => ({
  name: 'order',
  transform({ path, body }) {
    if (!/\.test\.[jt]s$/.test(path)) return undefined;
    return `${body}\nbefore(function () { (${reorder})(this.test.parent, ${JSON.stringify(seed)}); });\n`;
  },
});

/** Runs in the page, in a hook of the root suite: before it, Mocha has only collected the tests. */
function reorder(suite, seed) {
  const rank = ({ title }) => {
    let hash = 2166136261; // FNV-1a
    for (const unit of seed + title) hash = Math.imul(hash ^ unit.codePointAt(0), 16777619);
    return Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0;
  };
  for (const list of [suite.suites, suite.tests]) list.sort((one, other) => rank(one) - rank(other));
  for (const inner of suite.suites) reorder(inner, seed);
}
