// One process at a time installs and builds in this checkout: `npm test` and `npm run demo` may be started together.
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const LOCK = join(fileURLToPath(new URL('..', import.meta.url)), '.build.lock');

/** Runs `work` while no other process of this checkout runs one; a lock whose owner is dead is taken over. */
export async function oneAtATime(work) {
  for (let said = false; !take(); ) {
    if (abandoned()) continue;
    if (!said) console.error('waiting for another install or build in this checkout …');
    said = true;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function take() {
  try {
    const fd = openSync(LOCK, 'wx');
    writeSync(fd, String(process.pid));
    closeSync(fd);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Puts a dead owner's lock aside. Renaming first, so that of two who notice only one removes it. */
function abandoned() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    const written = statSync(LOCK).mtimeMs;
    if (pid > 0 ? alive(pid) : Date.now() - written < 5000) return false;
    const aside = `${LOCK}.${process.pid}`;
    renameSync(LOCK, aside);
    const taken = Number(readFileSync(aside, 'utf8'));
    if (taken !== pid) renameSync(aside, LOCK);
    else rmSync(aside, { force: true });
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
