import pg from 'pg';
import { outsideRequests } from '../concurrency/index.ts';

/** A connection of a pool: the request that opens it is not the one that it fails in later. */
export class SharedClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    return outsideRequests(() => (callback ? super.connect(callback) : super.connect()));
  }
}

/** bigint columns hold byte and row counts, far below 2^53. */
export const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};
