import { Button } from '@mantine/core';
import { IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { filesOfInput, type ChosenFile } from '../uploads/chosen-files.ts';
import { FileInputButton } from './file-input-button.tsx';
import { soon } from '../parts/soon.tsx';

const NewFolderDialog = soon(async () => (await import('./new-folder-dialog.tsx')).NewFolderDialog);

type FileActionsProps = {
  readonly datasetRef: DatasetRef;
  readonly folder: string;
  readonly onChoose: (files: readonly ChosenFile[]) => void;
};

/** Ways to put something into the folder. */
export function FileActions({ datasetRef, folder, onChoose }: FileActionsProps) {
  const [naming, setNaming] = useState(false);
  const choose = (list: FileList): void => onChoose(filesOfInput(list));
  return (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={18} />} onClick={() => setNaming(true)}>
        New folder
      </Button>
      <FileInputButton label="Upload a folder" variant="default" Icon={IconFolderUp} directory onChoose={choose} />
      <FileInputButton label="Upload files" variant="filled" Icon={IconUpload} onChoose={choose} />
      <NewFolderDialog datasetRef={datasetRef} parent={folder} opened={naming} onClose={() => setNaming(false)} />
    </>
  );
}
