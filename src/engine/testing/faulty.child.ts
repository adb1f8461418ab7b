/** An operation of the engine's own tests: it misbehaves on purpose, as its input says. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../operation-refusal.ts';

const open = (path: string, drivers?: string[]): string => {
  const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
  return gdal.open(path, 'r', drivers).driver?.description ?? 'unknown';
};

/** Never gives the processor back, as a library that hangs. */
const spin = (): never => {
  for (;;) Math.sqrt(2);
};

const faults = {
  echo: (input: unknown) => input,
  pid: () => process.pid,
  environment: () => ({ ...process.env }),
  wait: ({ ms }: { readonly ms: number }) => new Promise((resolve) => void setTimeout(() => resolve(ms), ms)),
  spin,
  signal: ({ name }: { readonly name: NodeJS.Signals }) => {
    process.kill(process.pid, name);
    return new Promise(() => undefined);
  },
  exit: () => process.exit(3),
  refuse: ({ code }: { readonly code: 'refused' | 'too-large' }) => {
    throw new OperationRefusal('not this one', code);
  },
  throwCode: ({ code, message }: { readonly code: string; readonly message: string }) => {
    throw Object.assign(new Error(message), { code });
  },
  throwSqlite: ({ errcode }: { readonly errcode: number }) => {
    throw Object.assign(new Error('words'), { code: 'ERR_SQLITE_ERROR', errcode });
  },
  throw: ({ path }: { readonly path: string }) => {
    throw new Error(`cannot read ${path} nor /etc/shadow.d/secret`);
  },
  devour: () => {
    const eaten: Buffer[] = [];
    for (;;) eaten.push(Buffer.alloc(32 * 2 ** 20, 1));
  },
  hoard: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index));
  },
  abort: () => process.abort(),
  open: ({ path, drivers }: { readonly path: string; readonly drivers?: string[] }) => open(path, drivers),
  drivers: () => {
    const gdal = createRequire(import.meta.url)('gdal-async') as typeof Gdal;
    return gdal.drivers.getNames();
  },
  grandchild: () => execFileSync('/bin/sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!']).toString(),
};

type Fault = keyof typeof faults;

/** Does what `fault` names with the other members of the input. */
export default function misbehave({ fault, ...input }: { readonly fault: string }): unknown {
  if (!Object.hasOwn(faults, fault)) throw new OperationRefusal(`There is no fault "${fault}".`);
  return faults[fault as Fault](input as never);
}
