import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/**
 * A process that hands over to a program given as code.
 * @param {string} program
 */
function startHandingOver(program) {
  const handOver = JSON.stringify(new URL('./hand-over.mjs', import.meta.url).href);
  const code = `
    import { handOver } from ${handOver};
    const node = { path: process.execPath, version: process.version, abi: process.versions.modules, home: '' };
    process.on('SIGTERM', () => console.log('the listener of the preparation'));
    process.exitCode = await handOver(node, ['-e', ${JSON.stringify(program)}], new AbortController().signal);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = { text: '' };
  child.stdout.on('data', (chunk) => (output.text += String(chunk)));
  return { child, output };
}

test('the exit code of the program is ours', async () => {
  const { child } = startHandingOver('process.exit(7)');
  expect(await once(child, 'close')).toEqual([7, null]);
});

test('a program that a signal ended is told as a shell does', async () => {
  const { child } = startHandingOver('process.kill(process.pid, "SIGKILL")');
  expect(await once(child, 'close')).toEqual([137, null]);
});

test('a program ends with us when we are killed, in its own way', async () => {
  const starter = JSON.stringify(new URL('../src/starter.ts', import.meta.url).href);
  const program = `import(${starter}).then(({ endWithStarter }) => {
    process.once('SIGTERM', () => { console.log('draining'); setTimeout(() => process.exit(0), 50); });
    endWithStarter(); setInterval(() => {}, 1000); console.log('ready') })`;
  const { child, output } = startHandingOver(program);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  // The output is open until the program, which has it from us, has ended.
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(output.text).toBe('ready\ndraining\n');
});

test('a program that watches for our end is not kept by it', async () => {
  const starter = JSON.stringify(new URL('../src/starter.ts', import.meta.url).href);
  const { child } = startHandingOver(`import(${starter}).then(({ endWithStarter }) => endWithStarter())`);
  expect(await once(child, 'close')).toEqual([0, null]);
});

test.each(/** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))(
  '%s reaches the program, which ends in its own way',
  async (name) => {
    const program = `process.once('${name}', () => { console.log('draining'); setTimeout(() => process.exit(0), 50); });
    setInterval(() => {}, 1000); console.log('ready')`;
    const { child, output } = startHandingOver(program);
    await once(child.stdout, 'data');
    child.kill(name);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output.text).toBe('ready\ndraining\n');
  },
);
