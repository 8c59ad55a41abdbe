import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const millisecondsPerTick = 10;

interface Times {
  parent: number;
  own: number;
  children: number;
}

function readTimes(pid: number | string): Times | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended since the folder was read.
    return undefined;
  }
  // The name, in parentheses, may hold spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (position: number): number => Number(fields[position - 3]);
  return { parent: field(4), own: field(14) + field(15), children: field(16) + field(17) };
}

/** Processor time of the processes so far, user and system, in milliseconds; a clock tick is 10 ms. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readTimes(pid)?.own ?? 0), 0) * millisecondsPerTick;
}

/** The same of a process and its children, those that have ended too. */
export function processorTimeOfTree(pid: number): number {
  const { own, children } = readTimes(pid)!;
  let ticks = own + children;
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    if (times?.parent === pid) ticks += times.own;
  }
  return ticks * millisecondsPerTick;
}

/** Resident memory of a process, in MB: now, and at most so far. */
export function readMemory(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => (Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)![1]) * 1024) / 1e6;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** The process of a PostgreSQL on this machine that is the parent of its others. */
export async function findPostmaster(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
    return Number(rows[0]!.file.split('\n')[0]);
  } finally {
    await client.end();
  }
}
