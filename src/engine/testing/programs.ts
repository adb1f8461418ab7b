import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Shell scripts with the names of GDAL's programs, each with one bad habit. */
const SCRIPTS = {
  hang: 'echo 0...10; exec sleep 300',
  stubborn: "trap '' TERM; echo 0...10; while :; do sleep 0.1; done",
  flood:
    'i=0; while [ $i -lt 20000 ]; do echo "line $i of a flood that does not want to end, whatever is done about it"; i=$((i+1)); done; echo last',
  endless: 'exec cat /dev/zero',
  family: 'sleep 300 & setsid sleep 301 & echo "$! $$"; echo 0...10; wait',
  orphan: 'sleep 300 & echo "child $!"; exit 0',
  silent: 'exec sleep 300',
  busy: 'while :; do :; done',
  closed: 'exec >&- 2>&-; sleep 1; exec true',
  // In a session of its own, and its parent gone before anybody looks.
  'orphan-away': 'setsid sleep 300 & echo "child $!"; exit 0',
  // New ones all the time, which leave the group and do not listen.
  multiplying: `trap '' TERM; echo 0...10; while :; do setsid sh -c "trap '' TERM; sleep 300" & sleep 0.02; done`,
  // What GDAL does when the last bytes of a file do not fit; then it talks on.
  'full-and-well':
    'echo "ERROR 1: _tiffWriteProc:No space left on device" >&2; i=0; while [ $i -lt 200 ]; do echo $i; i=$((i+1)); done; exit 0',
  full: 'echo "ERROR 3: out.tif: write failed: No space left on device" >&2; exit 1',
  'bad-disk': 'echo "ERROR 1: in.tif: read failed: Input/output error" >&2; exit 1',
  'bad-disk-and-well': 'echo "Warning 1: Layer Input/output error" >&2; exit 0',
  'fault-of-machine': 'exit 74',
  'named-full': 'echo "Layer disk full is left out: no space left on device"; exit 1',
  fail: 'echo "ERROR 1: not a raster" >&2; exit 2',
  killed: 'kill -SEGV $$',
  stopped: 'kill -TERM $$',
  progress:
    'for p in 0 ... 10 ... 20 ... 30 ... 40 ... 50 ... 60 ... 70 ... 80 ... 90 ... "100 - done."; do printf "%s" "$p"; sleep 0.01; done; echo',
  environment: 'env',
  // Until it is another one than it was started with.
  niceness: 'until [ "$(nice)" != "$1" ]; do sleep 0.05; done; nice; sh -c nice',
  eat: 'exec node -e "const a=[];setInterval(()=>a.push(Buffer.alloc(33554432,1)),5)"',
} as const;

export type BadHabit = keyof typeof SCRIPTS;

/** Writes a program `gdalwarp` with the habit into the folder, which then serves as the program path. */
export async function writeProgram(folder: string, habit: BadHabit): Promise<void> {
  const file = join(folder, 'gdalwarp');
  await writeFile(file, `#!/bin/sh\n${SCRIPTS[habit]}\n`);
  await chmod(file, 0o755);
}

/** Whether a process is there and not a zombie that nobody has collected. */
export function isRunning(pid: number, stat: (path: string) => string): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(stat(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}
