import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { count, formatBytes } from './format.ts';

/** What became of a file. */
export type Outcome = 'uploaded' | 'downloaded' | 'unchanged';

/** Tells what a transfer does, file by file, and at its end what it has done. */
export interface TransferReport {
  done(outcome: Outcome, file: { readonly path: string; readonly size: number; readonly hash: string }): void;
  /** A file that another one is in the way of. */
  conflict(path: string, why: string): void;
  /** A file that cannot go over, while the others can. */
  failed(path: string, why: string): void;
  /** A file that is left out knowingly. */
  skipped(path: string, why: string): void;
  /**
   * Sums up, when the display of the progress is gone.
   *
   * @param wayOut what to do about conflicts
   * @throws ClientError when something did not go over
   */
  end(wayOut: string): void;
}

/** Refusals that are shown one by one; a folder of a million files may have as many. */
const MAX_SHOWN = 20;

export function transferReport({ out, bars, json }: CommandContext): TransferReport {
  const totals = new Map<Outcome, { files: number; bytes: number }>();
  const refused: { readonly path: string; readonly why: string; readonly status: 'conflict' | 'failed' | 'skipped' }[] =
    [];
  const refuse = (status: 'conflict' | 'failed' | 'skipped') => (path: string, why: string) => {
    refused.push({ status, path, why });
    if (json) out.item({ status, path, why }, path);
  };
  return {
    done(outcome, { path, size, hash }) {
      const { files, bytes } = totals.get(outcome) ?? { files: 0, bytes: 0 };
      totals.set(outcome, { files: files + 1, bytes: bytes + size });
      if (json || (!bars && outcome !== 'unchanged')) out.item({ status: outcome, path, size, hash }, path);
    },
    conflict: refuse('conflict'),
    failed: refuse('failed'),
    skipped: refuse('skipped'),
    end(wayOut) {
      for (const { status, path, why } of refused.slice(0, MAX_SHOWN)) out.warn(`${status}: ${path}: ${why}`);
      if (refused.length > MAX_SHOWN) out.warn(`… and ${refused.length - MAX_SHOWN} more.`);
      if (totals.size > 0 || refused.length === 0) out.note(summary(totals));
      const of = (wanted: string): number => refused.filter(({ status }) => status === wanted).length;
      if (of('failed') > 0)
        throw new ClientError(`${count(of('failed'), 'file')} did not go over, for the reasons above.`);
      if (of('conflict') > 0)
        throw new ClientError(
          `${count(of('conflict'), 'file')} did not go over, as there is another one. ${wayOut}`,
          EXIT.conflict,
        );
    },
  };
}

function summary(totals: ReadonlyMap<Outcome, { readonly files: number; readonly bytes: number }>): string {
  const parts = [...totals].map(
    ([outcome, { files, bytes }]) => `${count(files, 'file')} ${outcome} (${formatBytes(bytes)})`,
  );
  return parts.length === 0 ? 'Nothing to do.' : `${parts.join(', ')}.`;
}
