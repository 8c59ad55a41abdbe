import { readFileSync } from 'node:fs';
import process from 'node:process';

// A Node that is too old could not even read the program, so it is imported only once that is known. This file can be read by
// Node 12.20 and newer.
const { engines } = JSON.parse(
  readFileSync(new URL(/* @vite-ignore */ '../../package.json', import.meta.url), 'utf8'),
) as { engines: { node: string } };
const [own, ownMinor] = process.versions.node.split('.').map(Number) as [number, number];
const needed = engines.node.match(/\d+\.\d+/g)!;
const isSupported = needed.some((version, index) => {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  return own === major ? ownMinor >= minor : own > major && index === needed.length - 1;
});
if (isSupported) {
  void import('./run.js').then(({ runProgram }) => runProgram());
} else {
  const versions = needed.map((version) => version.replace(/\.0$/, '')).join(', ');
  console.error(`latchkey needs Node ${versions} or newer, and this is Node ${process.versions.node}.`);
  process.exitCode = 2;
}
