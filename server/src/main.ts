import description from '../package.json' with { type: 'json' };

// A Node that is too old could not run the program, or not even read it, so it is imported only once that is known. When it is
// built, this file can be read by Node 12.17 and newer.
const [own, ownMinor] = process.versions.node.split('.').map(Number) as [number, number];
const needed = description.engines.node.match(/\d+\.\d+/g)!;
const isSupported = needed.some((version, index) => {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  return own === major ? ownMinor >= minor : own > major && index === needed.length - 1;
});
if (isSupported) {
  void import('./program.js').then(({ runProgram }) => runProgram(process.argv.slice(2)));
} else {
  const versions = needed.map((version) => version.replace(/\.0$/, '')).join(', ');
  console.error(`latchkey-server needs Node ${versions} or newer, and this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
