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

/**
 * A process that keeps a program running that is given as code.
 * @param {string} program
 */
function startKeeping(program) {
  const handOver = JSON.stringify(new URL('./hand-over.mjs', import.meta.url).href);
  const code = `
    import { keepRunning } from ${handOver};
    const node = { path: process.execPath, version: process.version, abi: process.versions.modules, home: '' };
    const options = { firstPauseMs: 20, say: console.log };
    process.exitCode = await keepRunning(node, ['-e', ${JSON.stringify(program)}], new AbortController().signal, options);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = { text: '' };
  child.stdout.on('data', (chunk) => (output.text += String(chunk)));
  return { child, output };
}

test('a service that ends by itself after it was ready is started again, ever later, and says so', async () => {
  const program = `process.send('ready', () => {
    const restarts = Number(process.env.ALIDADE_RESTARTS);
    if (restarts === 0) process.exit(70);
    if (restarts === 1) process.kill(process.pid, 'SIGKILL');
    if (restarts === 2) process.exit(1);
    console.log('sound'); process.exit(0) })`;
  const { child, output } = startKeeping(program);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output.text.trim().split('\n')).toEqual([
    'Alidade ended by itself (exit code 70). It is started again in 0.02 s; Ctrl+C ends it.',
    'Alidade ended by itself (killed: the system had no memory left, or somebody killed it). It is started again in 0.04 s; Ctrl+C ends it.',
    'Alidade ended by itself (exit code 1). It is started again in 0.08 s; Ctrl+C ends it.',
    'sound',
  ]);
});

test('a service that cannot start is not started again', async () => {
  const { child, output } = startKeeping(`console.log('wrong settings'); process.exit(1)`);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output.text).toBe('wrong settings\n');
});

test('a service that was told to end is not started again, also when it is killed for being late', async () => {
  const program = `process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'));
    process.send('ready', () => console.log('ready')); setInterval(() => {}, 1000)`;
  const { child, output } = startKeeping(program);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([137, null]);
  expect(output.text).toBe('ready\n');
});

test('a signal ends the wait for a new start', async () => {
  const program = `process.send('ready', () => process.exit(70))`;
  const { child, output } = startKeeping(program);
  await expect.poll(() => output.text).toMatch(/in 0\.64 s/);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([70, null]);
});
