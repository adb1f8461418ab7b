import type { Writable } from 'node:stream';
import { plain, plainJson } from './escape.ts';
import { tableLines, type Column } from './table.ts';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command tells: results on standard output, all else on standard error. */
export interface Output {
  readonly json: boolean;
  /** A result: the value as one JSON document, or the lines. */
  result(value: unknown, lines: string | readonly string[]): void;
  /** One of many results: the value as one line of JSON, or the lines. */
  item(value: unknown, lines: string | readonly string[]): void;
  /** Many results that are there at once: a line of JSON for each, or a table. */
  list<T>(items: readonly T[], columns: readonly Column<T>[]): void;
  /** Something on the way; not with `--quiet`. */
  note(text: string): void;
  /** Something that should be known. */
  warn(text: string): void;
}

export interface OutputOptions {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Texts are made safe here: names and messages come from strangers. */
export function createOutput({ stdout, stderr, json, quiet }: OutputOptions): Output {
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) stdout.write(`${lines.map(plain).join('\n')}\n`);
  };
  const printJson = (value: unknown, indent?: number): void => {
    // Between the values JSON.stringify breaks lines itself; those within texts it escapes.
    const text = JSON.stringify(value, undefined, indent).split('\n').map(plainJson).join('\n');
    stdout.write(`${text}\n`);
  };
  return {
    json,
    result: (value, lines) => (json ? printJson(value, 2) : print([lines].flat())),
    item: (value, lines) => (json ? printJson(value) : print([lines].flat())),
    list: (items, columns) => (json ? items.forEach((item) => printJson(item)) : print(tableLines(items, columns))),
    note: (text) => void (quiet || stderr.write(`${plain(text)}\n`)),
    warn: (text) => void stderr.write(`${plain(text)}\n`),
  };
}
