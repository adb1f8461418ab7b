import type { DatasetGrant } from '../../access/index.ts';
import {
  checkEntryPath,
  type PushRow,
  type Pushes,
  type StagedFile,
  type Staging,
  type Uploader,
} from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';

/** An upload of a file of a push. */
export interface PushedUpload {
  /** Bytes that the file has at least, as far as its headers tell. */
  readonly leastBytes: number;
  readonly signal: AbortSignal;
  readonly uploader: Uploader;
  upload(): Upload;
}

/** Takes files of pushes, their parts in any order. */
export type TakePushedFile = (dataset: DatasetGrant, upload: PushedUpload) => Promise<StagedFile>;

export interface PushFileDependencies {
  readonly pushes: Pushes;
  readonly files: Pick<Staging['files'], 'during' | 'take'>;
}

/** @returns takes a file: @throws `invalid-input` for one that the push does not have, or other bytes than it announced */
export function createPushFiles({ pushes, files }: PushFileDependencies): TakePushedFile {
  return async (dataset, { leastBytes, signal, uploader, upload }) => {
    // Clients send the token behind the file. A user has one push in a dataset, and it must not expire meanwhile.
    const current = await pushes.current(dataset, uploader);
    // What has ended meanwhile is refused when the file is staged.
    const find = async (token: string): Promise<PushRow> =>
      token === current?.id ? current : pushes.find(dataset, token, uploader);
    const announcedAt = async (push: PushRow, path: string) =>
      ({ push, path, hash: await pushes.requireAnnounced(push, checkEntryPath(path)) }) as const;
    let announced: Awaited<ReturnType<typeof announcedAt>> | undefined;

    const batchFor = async (early: Fields): Promise<PushRow> => {
      if (typeof early['token'] === 'string') await find(early['token']);
      if (current === undefined) throw noPush();
      if (typeof early['path'] === 'string') announced = await announcedAt(current, early['path']);
      return current;
    };
    const placeOf = async ({ path, token }: Fields) => {
      if (typeof token !== 'string') throw fail('invalid-input', 'The token field is required.');
      if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
      const batch = await find(token);
      const known = announced?.push === batch && announced.path === path ? announced : undefined;
      const { hash } = known ?? (await announcedAt(batch, path));
      return { batch, path, hash: () => hash };
    };

    const take = () => files.take({ upload: upload(), leastBytes, uploader, batchFor, placeOf }, signal);
    return current === undefined ? take() : files.during(current, take);
  };
}

type Fields = Readonly<Record<string, unknown>>;

const noPush = (): Error => fail('invalid-input', 'There is no running push of yours in this dataset; begin one.');
