// Checks that package-lock.json can be installed anywhere: every package that another one names is in it, with an
// integrity hash and without an address.
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';

/** Answers one sentence for each thing that is wrong with the parsed lock file `lock`. */
export function findLockProblems({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(path && !entry.link && !entry.integrity ? [`${path} has no integrity hash`] : []),
    ...(entry.resolved && !entry.link ? [`${path} names the address it came from`] : []),
    ...Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => !isResolvable(packages, path, name))
      .map((name) => `${path || 'the package'} needs ${name}, which is not in the lock file`),
  ]);
}

/** Looks `name` up as Node does: in the folder of `path`, then in each folder above it. */
function isResolvable(packages, path, name) {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true;
  return path !== '' && isResolvable(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const problems = findLockProblems(lock);
  for (const problem of problems) console.error(problem);
  console.log(`${Object.keys(lock.packages).length - 1} packages, ${problems.length} problems`);
  if (problems.length > 0) exit(1);
}
