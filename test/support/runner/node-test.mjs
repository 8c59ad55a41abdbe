// Stands in for node:test in bundled test files, so that one process can run many of them: what a file declares at its
// top level is recorded while it is loaded, and declared inside a suite of the file's own afterwards. Hooks at the top
// level of a file then belong to that file alone.
import * as runner from 'node:test';

/** @type {[string, unknown[]][] | undefined} */
let declarations;

function declare(name) {
  return (...parameters) => {
    if (!declarations) return runner[name](...parameters);
    declarations.push([name, parameters]);
    return Promise.resolve();
  };
}

export const after = declare('after');
export const afterEach = declare('afterEach');
export const before = declare('before');
export const beforeEach = declare('beforeEach');
export const describe = declare('describe');
export const suite = declare('suite');
export const test = declare('test');
export const { mock } = runner;

/** Loads a test file and declares its tests in a suite that has the file's name and ends after `timeout` ms at most. */
export async function runFile(name, load, timeout) {
  declarations = [];
  let failure;
  try {
    await load();
  } catch (error) {
    failure = error;
  }
  const declared = declarations;
  declarations = undefined;
  if (failure) declared.push(['test', ['can be loaded', () => Promise.reject(failure)]]);
  runner.describe(name, { timeout }, () => {
    for (const [kind, parameters] of declared) runner[kind](...parameters);
  });
}
