import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./watchdog.sh', import.meta.url));

/** Ends guarded process groups when this process is gone. */
export interface Watchdog {
  guard(group: number): void;
  release(group: number): void;
  close(): void;
}

/**
 * One small shell process (about 1 MB) that outlives a killed server by a moment. A child in the middle of native code
 * cannot notice that its parent is gone, and a GDAL program never looks; the kernel closing a pipe is noticed always.
 * It is started with the first guarded group, and again should it be ended.
 */
export function createWatchdog(): Watchdog {
  const guarded = new Set<number>();
  let shell: ChildProcess | null = null;

  function start(): ChildProcess {
    // A session of its own: a Ctrl-C in the terminal must not end it before what it guards.
    const started = spawn('/bin/sh', [SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {} });
    started.unref();
    const forget = (): void => {
      if (shell === started) shell = null;
    };
    started.on('error', forget);
    started.on('exit', forget);
    started.stdin?.on('error', forget);
    (started.stdin as unknown as { unref?(): void } | null)?.unref?.();
    for (const group of guarded) started.stdin?.write(`add ${group}\n`);
    return started;
  }

  return {
    guard(group) {
      guarded.add(group);
      if (shell === null) shell = start();
      else shell.stdin?.write(`add ${group}\n`);
    },
    release(group) {
      guarded.delete(group);
      shell?.stdin?.write(`drop ${group}\n`);
    },
    close() {
      for (const group of guarded) shell?.stdin?.write(`drop ${group}\n`);
      guarded.clear();
      shell?.stdin?.end();
      shell = null;
    },
  };
}
