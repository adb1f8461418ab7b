import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../../../engine/testing/programs.ts';
import { writeProgram } from './write-program.ts';

/** Processes of a shell script, which note their ids in a file. */
export interface NotedProcesses {
  /** Writes the script; its first process is noted. `$NOTE` is a command with which others note themselves. */
  write(name: string, script: string): Promise<void>;
  /** All that were noted since the script was written. */
  ids(): Promise<readonly number[]>;
  /** Those that still run. */
  running(): Promise<readonly number[]>;
}

/** @param folder of the script and of the notes */
export function notedProcesses(folder: string): NotedProcesses {
  const notes = join(folder, 'pids');
  const ids = async (): Promise<readonly number[]> =>
    (await readFile(notes, 'utf8')).trim().split('\n').filter(Boolean).map(Number);
  return {
    ids,
    async write(name, script) {
      await writeFile(notes, '');
      // `eval`, as the id is that of the shell which runs the command.
      await writeProgram(folder, name, `export NOTE='echo $$ >> "${notes}"'\neval "$NOTE"\n${script}`);
    },
    running: async () => (await ids()).filter((pid) => isRunning(pid, (path) => readFileSync(path, 'latin1'))),
  };
}
