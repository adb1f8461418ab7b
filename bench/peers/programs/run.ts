import { spawn } from 'node:child_process';
import { processorSecondsOfEnded } from '../../support/process-load.ts';
import { onExit } from '../exit.ts';

/** What a program took until its end, all processes of it. */
export interface Run {
  readonly seconds: number;
  readonly cpuMs: number;
}

/** Runs a program to its end. @throws when it fails */
export async function run(program: string, args: readonly string[]): Promise<Run> {
  const [begun, before] = [performance.now(), await processorSecondsOfEnded()];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const forget = onExit(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  forget();
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${said.slice(0, 500)}`);
  const cpuMs = ((await processorSecondsOfEnded()) - before) * 1000;
  return { seconds: (performance.now() - begun) / 1000, cpuMs };
}

/** Uploads a file by `curl`, which reads it no faster than it is taken. @param credentials `name:password` */
export const curlUpload = (address: string, credentials: string, path: string, file: string): Promise<Run> => {
  const fields = ['-F', `path=${path}`, '-F', `file=@${file}`];
  return run('curl', ['--fail-with-body', '-sS', '-u', credentials, ...fields, address]);
};

/** Removes stored files from a size on: bytes that are there already would not be written again. */
export const forgetLargeBlobs = (dataFolder: string): Promise<Run> =>
  run('find', [`${dataFolder}/blobs`, '-size', '+100M', '-delete']);
