import { ClientError, EXIT, usageError } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import type { RemoteDataset } from '../copies/remote-dataset.ts';
import type { Pulled } from '../copies/pull.ts';
import { isUnchanged, type Written } from '../copies/written.ts';
import type { Copy } from '../local/copy.ts';
import { readTag } from '../local/sync-state.ts';
import { parseDataset } from '../places.ts';
import { count } from '../terminal/format.ts';
import type { Preference } from '../../sync/index.ts';

/** Options by which conflicts are decided. */
export interface SideOptions {
  readonly ours?: boolean;
  readonly theirs?: boolean;
}

/** @throws ClientError when both are given */
export function preferenceOf({ ours = false, theirs = false }: SideOptions): Preference | undefined {
  if (ours && theirs) throw usageError('--ours and --theirs exclude each other.');
  if (ours) return 'local';
  return theirs ? 'remote' : undefined;
}

/**
 * The dataset of a copy.
 *
 * @param place names another one
 * @throws ClientError when the copy has none
 */
export async function remoteOf({ connection }: CommandContext, copy: Copy, place?: string): Promise<RemoteDataset> {
  if (place !== undefined) {
    const { server, dataset } = parseDataset(place);
    return { connection: await connection(server), dataset };
  }
  const tag = await readTag(copy.layout);
  if (tag === undefined)
    throw new ClientError(
      `${copy.layout.root} belongs to no dataset yet. Name one at the first push: alidade push org/dataset`,
      EXIT.usage,
    );
  return { connection: await connection(tag.server), dataset: tag.dataset };
}

/** `3 files`, or `3 files and 1 folder`. */
export function writtenText({ written, folders }: Written): string {
  return folders === 0 ? count(written, 'file') : `${count(written, 'file')} and ${count(folders, 'folder')}`;
}

/** Tells what a pull did. @throws ClientError when the user has to decide something */
export function tellPulled({ out }: Pick<CommandContext, 'out'>, pulled: Pulled): void {
  const { removed, metadata, conflicts } = pulled;
  const nothing = isUnchanged(pulled) && conflicts.length === 0;
  const parts = [`${writtenText(pulled)} written`, `${removed} removed`, `${count(metadata, 'change')} of metadata`];
  out.result(pulled, nothing ? 'Nothing new.' : `Pulled: ${parts.join(', ')}.`);
  if (conflicts.length === 0) return;
  for (const { path } of conflicts) out.warn(`Changed on both sides: ${path}`);
  throw new ClientError(
    `${count(conflicts.length, 'path was', 'paths were')} changed on both sides and stay${conflicts.length === 1 ? 's' : ''} as here. ` +
      'Keep what is here with "alidade pull --ours", or take what is there with "alidade pull --theirs".',
    EXIT.conflict,
  );
}
