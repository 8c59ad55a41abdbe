import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { kill, pid } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './run.mjs';

const lock = `${root}.setup.lock`;

/**
 * Runs `work` while no other process in this folder installs or builds; waits until that one has ended. `work` receives
 * `addOwner(pid)`, to name a child that may outlive this process and must be waited for as well.
 */
export async function exclusively(work) {
  await acquire();
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work((child) => writeFileSync(lock, `${pid} ${child}`));
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  for (let announced = false; ; await wait(200)) {
    try {
      writeFileSync(lock, String(pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owners = readOwners(lock);
    if (owners.split(' ').some(isAlive) || age() < 2000) {
      if (!announced) console.error(`Waiting for process ${owners} to finish installing or building.`);
      announced = true;
    } else {
      removeAbandoned(owners);
    }
  }
}

/** Removes the lock of a killed process, unless another process has taken it over meanwhile. */
function removeAbandoned(owners) {
  const aside = `${lock}.${pid}`;
  try {
    renameSync(lock, aside);
    if (readOwners(aside) === owners) rmSync(aside);
    else renameSync(aside, lock);
  } catch {
    // another process was quicker; the next round sees what it left
  }
}

function readOwners(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Milliseconds since the lock was written: a lock without an owner in it may be about to get one. */
function age() {
  try {
    return Date.now() - statSync(lock).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(owner) {
  try {
    return Number(owner) > 0 && kill(Number(owner), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
