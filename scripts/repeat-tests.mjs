// `npm run test:repeat -- 20`: runs `npm test` as often, every fourth time beside four programs that keep the processors
// busy and every sixth time with the test files in random order, and says how each run ended. To find tests that fail
// without a fault. `npm run test:repeat -- 20 9` continues with the ninth of 20, perhaps with another version of Node.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { spawn } from 'node:child_process';
import { run } from './run.mjs';

const [last, first] = [Number(argv[2] ?? 20), Number(argv[3] ?? 1)];
if (!Number.isInteger(last) || !Number.isInteger(first) || first < 1 || last < first) {
  console.error('npm run test:repeat -- <number of the last run> [<number of the first run>]');
  exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-repeat-'));
const outcomes = [];
for (let number = first; number <= last; number += 1) {
  const burning = number % 4 === 0;
  const shuffled = number % 6 === 0;
  const burners = Array.from({ length: burning ? 4 : 0 }, () => spawn(execPath, ['--eval', 'for (;;);']));
  const started = performance.now();
  const { code, output } = await run(execPath, ['scripts/test.mjs', ...(shuffled ? ['--shuffle'] : [])]);
  const seconds = Math.round((performance.now() - started) / 1000);
  for (const burner of burners) burner.kill();
  const log = join(folder, `run-${number}.log`);
  writeFileSync(log, output);
  const how = [burning && 'beside four busy programs', shuffled && 'in random order'].filter(Boolean).join(', ');
  const failed = /^Failed: (.*)$/m.exec(output)?.[1];
  outcomes.push(code === 0);
  console.log(`${number}. ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s ${how}`.trim());
  if (code !== 0) console.log(`   ${failed ?? 'It did not finish.'} See ${log}`);
}
const failures = outcomes.filter((passed) => !passed).length;
console.log(`${outcomes.length - failures} of ${outcomes.length} runs passed.`);
exit(failures > 0 ? 1 : 0);
