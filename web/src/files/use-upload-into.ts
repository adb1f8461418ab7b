import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { filesOfDrop, type ChosenFile } from '../uploads/chosen-files.ts';
import { useUploadQueue } from '../uploads/upload-context.tsx';
import { joinPath } from './entry-path.ts';
import { i18n } from '../languages/i18n.ts';

/** Hands chosen or dropped files to the upload queue, with their place in this folder. */
export function useUploadInto(ref: DatasetRef, folder: string) {
  const queue = useUploadQueue();
  const [problem, setProblem] = useState<Error | null>(null);
  const add = (files: readonly ChosenFile[]): void => {
    setProblem(null);
    queue.add(files.map(({ path, file }) => ({ ref, path: joinPath(folder, path), file })));
  };
  const drop = (transfer: DataTransfer): void => {
    filesOfDrop(transfer).then(add, () =>
      setProblem(
        new ApiError(400, i18n.t('The browser may not read it, or it has changed since. Choose it with the buttons.')),
      ),
    );
  };
  return { add, drop, problem };
}
