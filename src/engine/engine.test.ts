import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CallOptions, type Engine, createEngine } from './engine.ts';
import { NETWORK_DRIVERS } from './environment.ts';
import { operation } from './operation.ts';
import { rasterFacts } from '../kinds/raster/read/operations.ts';
import type * as faults from './testing/faulty.child.ts';
import { ownProgram } from './programs/supervised-program.ts';
import { isRunning } from './testing/programs.ts';

const faulty = operation<typeof faults>(import.meta.resolve('./testing/faulty.child.ts'));
const MB = 2 ** 20;
const alive = (pid: number): boolean => isRunning(pid, (path) => readFileSync(path, 'latin1'));

let folder: string;
const engines: Engine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-engine-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Calls for a fault by its name. */
type Call = (fault: string, input?: object, options?: CallOptions) => Promise<unknown>;

function start(options: Partial<Parameters<typeof createEngine>[0]> = {}): { engine: Engine; call: Call } {
  const engine = createEngine({ children: 1, callTimeoutMs: 10_000, memoryLimitBytes: 600 * MB, ...options });
  engines.push(engine);
  return { engine, call: (fault, input, options_) => engine.call(faulty, { ...input, fault }, options_) };
}

/** A limit of calls that no bound of a test waits for: what ended sooner did so by another one. */
const PATIENT = { callTimeoutMs: 60_000 };

/** Waits until something holds, for twenty seconds at most. */
async function until(holds: () => boolean): Promise<boolean> {
  for (let look = 0; look < 1000; look += 1) {
    if (holds()) return true;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  return holds();
}

describe('a call', () => {
  it('carries plain data and bytes both ways', async () => {
    const { call } = start();
    const input = { text: 'é', list: [1, NaN, -0], bytes: new Uint8Array([1, 2, 3]), nothing: null };
    expect(await call('echo', input)).toEqual(input);
  });

  it('reports an error without paths, and the child goes on', async () => {
    const { call } = start();
    const before = await call('pid');
    const failure = call('throw', { path: join(folder, 'blob') });
    await expect(failure).rejects.toMatchObject({
      name: 'EngineError',
      code: 'failed',
      message: 'cannot read the file nor a file',
    });
    expect(await call('pid')).toBe(before);
  });

  it.each(['refused', 'too-large'])('tells input that is %s from other failures', async (code) => {
    await expect(start().call('refuse', { code })).rejects.toMatchObject({ code, message: 'not this one' });
  });

  it.each([
    ['throwCode', { code: 'EIO', message: 'EIO: i/o error, read' }, 'ended'],
    ['throwCode', { code: 'ENOENT', message: 'no such file' }, 'ended'],
    ['throwCode', { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }, 'no-space'],
    ['throwCode', { code: 'ERR_OUT_OF_RANGE', message: 'out of range' }, 'failed'],
    // What GDAL passes on has no code.
    ['throwCode', { message: 'x.gpkg: disk I/O error' }, 'ended'],
    ['throwCode', { message: 'x.tif: read failed: Input/output error' }, 'ended'],
    ['throwSqlite', { errcode: 266 }, 'ended'], // SQLITE_IOERR_READ
    ['throwSqlite', { errcode: 11 }, 'failed'], // SQLITE_CORRUPT
  ])(
    'that throws (%s, %o) is reported as %s: the machine’s failures are no word about the file',
    async (name, input, code) => {
      await expect(start().call(name, input)).rejects.toMatchObject({ name: 'EngineError', code });
    },
  );

  it.each(['nothing', 'constructor', '__proto__'])('is refused for the unknown operation %s', async (name) => {
    await expect(start().call(name)).rejects.toMatchObject({ code: 'refused' });
  });

  it('that hoards objects needed too much memory: the file is not at fault, as it would be for a crash', async () => {
    const { call } = start();
    const outcome = { code: 'memory', message: expect.stringContaining('objects') as unknown };
    await expect(call('hoard', undefined, { timeoutMs: 60_000 })).rejects.toMatchObject(outcome);
  });

  it.each([
    ['spins for ever', 'spin', undefined, { timeoutMs: 300 }, 'timeout'],
    ['is aborted', 'spin', undefined, 'abort', 'aborted'],
    ['was aborted before', 'pid', undefined, { signal: AbortSignal.abort() }, 'aborted'],
    ['devours memory', 'devour', undefined, {}, 'memory'],
    ['aborts', 'abort', undefined, {}, 'crashed'],
    ['dies by SIGSEGV', 'signal', { name: 'SIGSEGV' }, {}, 'crashed'],
    // By the kernel that takes memory back, or by an administrator: no word about the file.
    ['is killed', 'signal', { name: 'SIGKILL' }, {}, 'ended'],
    ['is asked to end', 'signal', { name: 'SIGTERM' }, {}, 'ended'],
    ['exits', 'exit', undefined, {}, 'crashed'],
  ])('that %s rejects, and a fresh child takes the next', async (_, name, input, options, code) => {
    const { call } = start(PATIENT);
    const before = (await call('pid')) as number;
    const began = Date.now();
    const given = options === 'abort' ? { signal: AbortSignal.timeout(300) } : options;
    await expect(call(name, input, given)).rejects.toMatchObject({ name: 'EngineError', code });
    expect(Date.now() - began).toBeLessThan(20_000);
    const after = (await call('pid')) as number;
    expect(alive(after)).toBe(true);
    // The child that was never asked lives on; every other one is gone.
    expect(await until(() => alive(before) === (name === 'pid'))).toBe(true);
  });

  it.each([
    ['is ended', 'spin', { timeoutMs: 200 }],
    ['crashes', 'exit', {}],
  ])('takes with it what its child has started, when it %s', async (_, name, options) => {
    const { call } = start();
    const pid = Number(await call('grandchild'));
    expect(alive(pid)).toBe(true);
    await expect(call(name, undefined, options)).rejects.toMatchObject({ name: 'EngineError' });
    expect(await until(() => !alive(pid))).toBe(true);
  });

  it('fails alone: other children do not notice', async () => {
    const { call } = start({ children: 2 });
    const waiting = call('wait', { ms: 600 });
    await expect(call('signal', { name: 'SIGSEGV' })).rejects.toMatchObject({ code: 'crashed' });
    expect(await waiting).toBe(600);
  });

  it('waits its turn, in order, in a queue with an end', async () => {
    const { call } = start({ queueLimit: 2 });
    const order: number[] = [];
    const calls = [1, 2, 3].map((ms) => call('wait', { ms: ms * 10 }).then(() => order.push(ms)));
    await expect(call('pid')).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(calls);
    expect(order).toEqual([1, 2, 3]);
  });

  it('that is aborted in the queue never starts', async () => {
    const { call } = start();
    const first = call('wait', { ms: 200 });
    const waiting = new AbortController();
    const second = call('exit', undefined, { signal: waiting.signal });
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(await first).toBe(200);
  });

  it('rejects when the engine is closed, and so does every later one', async () => {
    const { engine, call } = start();
    const pid = (await call('pid')) as number;
    const spinning = call('spin');
    const queued = call('pid');
    const ends = Promise.allSettled([spinning, queued]);
    await engine.close();
    expect(await ends).toMatchObject([{ reason: { code: 'aborted' } }, { reason: { code: 'aborted' } }]);
    expect(alive(pid)).toBe(false);
    await expect(call('pid')).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('walls', () => {
  it('the environment of the server does not reach a child', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'top secret');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    vi.stubEnv('GDAL_HTTP_HEADERS', 'Authorization: Bearer top');
    const environment = (await start().call('environment')) as Record<string, string>;
    expect(JSON.stringify(environment)).not.toContain('top');
    expect(Object.keys(environment).filter((name) => /proxy|secret|token|password/i.test(name))).toEqual([
      'GDAL_HTTP_PROXY',
    ]);
    expect(environment['GDAL_PAM_ENABLED']).toBe('NO');
  });

  it('no driver of the network or of virtual files is there', async () => {
    const names = (await start().call('drivers')) as readonly string[];
    expect(names).toContain('GTiff');
    expect(names.filter((name) => [...NETWORK_DRIVERS, 'VRT'].includes(name))).toEqual([]);
  });

  it.each([
    ['a VRT', '<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"/></VRTDataset>'],
    [
      'a WMS description',
      '<GDAL_WMS><Service name="WMS"><ServerUrl>http://127.0.0.1:9/?</ServerUrl></Service></GDAL_WMS>',
    ],
  ])('%s is not opened, even without a list of drivers', async (name, text) => {
    const path = join(folder, name.replaceAll(' ', '-'));
    await writeFile(path, text);
    const { engine, call } = start();
    await expect(call('open', { path })).rejects.toMatchObject({ code: 'failed' });
    await expect(engine.call(rasterFacts, { path, kind: 'tiff' })).rejects.toMatchObject({ code: 'refused' });
  });

  it.each(['/vsicurl/http://127.0.0.1:9/x.tif', '/vsis3/bucket/x.tif', 'http://127.0.0.1:9/x.tif'])(
    '%s is not fetched',
    async (path) => {
      const began = Date.now();
      await expect(start(PATIENT).call('open', { path })).rejects.toMatchObject({ code: 'failed' });
      expect(Date.now() - began).toBeLessThan(20_000);
    },
  );
});

it('a child keeps what it compiled, where the service says', async () => {
  const cache = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', cache);
  const { call } = start();
  await call('echo', {});
  await expect
    .poll(() => readdir(cache, { recursive: true }).catch(() => []))
    .toContainEqual(expect.stringMatching(/-\d+\//));
});

describe('a module that is to run in a process of its own', () => {
  const inside = import.meta.resolve('./testing/faulty.child.ts');
  const outside = [
    ['of another folder', 'file:///tmp/facts.child.ts'],
    ['that leaves our source tree', import.meta.resolve('../../test/facts.child.ts')],
    ['that leaves it by escapes', inside.replace('engine/testing', '%2e%2e/test')],
    ['in the address itself', 'data:text/javascript,export default () => 1;//.child.ts'],
    ['of a library', 'node:child_process'],
    ['that is no operation', import.meta.resolve('./engine.ts')],
    ['named by a query', `${import.meta.resolve('./engine.ts')}?/x.child.ts`],
    ['named by a fragment', `${import.meta.resolve('./engine.ts')}#/x.child.ts`],
  ] as const;

  it.each(outside)('%s is refused at start, with its address', (_, address) => {
    expect(() => operation(address)).toThrow(address);
    const program = address.replace('.child.ts', '/program.ts');
    expect(() => ownProgram('own', program)).toThrow(program);
  });

  it.each(outside)('%s is refused by the child as well', async (_, module) => {
    const { engine, call } = start();
    await expect(engine.call({ name: 'stranger', module }, {})).rejects.toMatchObject({ code: 'refused' });
    expect(await call('echo', { well: true })).toEqual({ well: true });
  });
});
