import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { treeTime } from '../support/process-tree.ts';
import type { Figure, Result, Side } from './row.ts';

/** Requests at a time of rows about rates: each waits for its answer on a connection that is kept. */
export const CONNECTIONS = 64;
const PROGRAM = join(import.meta.dirname, 'load-process.ts');

export interface LoadJob {
  readonly port: number;
  /** Heads of requests, asked one after the other. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly milliseconds: number;
  /** True: each is asked once, and the load ends with the last. */
  readonly isOnce: boolean;
}

/** What was measured; `answers` with those before it measured. */
export interface Load {
  readonly answers: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
}

/** A server that is asked, and the processes that count as it. */
export interface Target {
  readonly url: string;
  readonly pids: readonly number[];
}

export interface LoadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections?: number;
  readonly warmUpMs?: number;
  readonly milliseconds?: number;
  readonly isOnce?: boolean;
}

/** Milliseconds of processor time of processes and all below them so far. */
export async function processorTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(treeTime));
  return times.reduce((sum, time) => sum + time, 0);
}

/** Asks a server for paths from a second process. @throws when an answer is none of 200, 206 and 304 */
export async function load(
  target: Target,
  paths: readonly string[],
  options: LoadOptions = {},
): Promise<Load & { readonly cpu: number }> {
  const { headers = {}, connections = CONNECTIONS, warmUpMs = 0, milliseconds = 1500, isOnce = false } = options;
  const { port } = new URL(target.url);
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return runLoad({ port: Number(port), requests, connections, warmUpMs, milliseconds, isOnce }, target.pids);
}

/** The same with heads of requests as they are. */
export async function runLoad(job: LoadJob, pids: readonly number[]): Promise<Load & { readonly cpu: number }> {
  const before = await processorTime(pids);
  const child = spawn(process.execPath, [PROGRAM], { stdio: 'pipe' });
  child.stdin.end(JSON.stringify(job));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await closed) !== 0) throw new Error(`The load ended with an error: ${said}`);
  const measured = JSON.parse(printed) as Load;
  return { ...measured, cpu: ((await processorTime(pids)) - before) / measured.answers };
}

export const rateOf = ({ perSecond, p99, cpu }: Load & { readonly cpu: number }): Figure => ({
  value: perSecond,
  p99,
  cpu,
});

export const timeOf = ({ median, p99, cpu }: Load & { readonly cpu: number }): Figure => ({ value: median, p99, cpu });

/**
 * Measures some sides by turns, ours first.
 *
 * @returns the median of the rounds of each side
 */
export async function byTurns<Name extends string>(
  sides: Readonly<Record<Name, ((round: number) => Promise<Figure>) | undefined>>,
  rounds = 3,
): Promise<Readonly<Partial<Record<Name, Figure>>>> {
  const figures: Partial<Record<Name, Figure[]>> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(sides) as [Name, Measure | undefined][]) {
      if (measure !== undefined) (figures[name] ??= []).push(await measure(round));
    }
  }
  const medians = Object.entries(figures).map(([name, some]) => [name, medianOf(some as Figure[])]);
  return Object.fromEntries(medians) as Partial<Record<Name, Figure>>;
}

type Measure = (round: number) => Promise<Figure>;

/** The figure in the middle by its value, whole: its other numbers are of the same round. */
export function medianOf(figures: readonly Figure[]): Figure {
  return figures.toSorted((a, b) => a.value - b.value)[Math.floor(figures.length / 2)]!;
}

/** A service that has just started becomes faster for some seconds, as V8 optimizes what runs often. */
const WARM_UP_MS = 2000;

/** Measures the rate of one address that is asked again and again. */
export const again =
  (target: Target, path: string, headers: Readonly<Record<string, string>> = {}) =>
  async (): Promise<Figure> =>
    rateOf(await load(target, [path], { warmUpMs: WARM_UP_MS, headers }));

type Figures = Readonly<Partial<Record<string, Figure>>>;
export type Sides = Pick<Result, 'ours' | 'peers'>;

/** Puts the columns together: all but `ours` are peers. */
export function sidesOf(cold: Figures, warm: Figures): Sides {
  const names = new Set([...Object.keys(warm), ...Object.keys(cold)]);
  const side = (name: string): Side => ({ cold: cold[name], warm: warm[name] });
  const peers = [...names].filter((name) => name !== 'ours').map((name) => [name, side(name)] as const);
  return { ours: side('ours'), peers: Object.fromEntries(peers) };
}
