import { useRef } from 'react';
import { type ChosenFile, filesOfInput } from '../uploads/chosen-files.ts';
import { i18n } from '../languages/i18n.ts';

/** Opens the browser's dialogs for files and folders. `inputs` has to be drawn somewhere on the page. */
export function useFileChooser(onChoose: (files: readonly ChosenFile[]) => void) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement): void => {
    if (input.files !== null) onChoose(filesOfInput(input.files));
    // Choosing the same file again must fire a change, too.
    input.value = '';
  };
  return {
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={i18n.t('Upload files')}
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
        <input
          ref={folder}
          type="file"
          multiple
          hidden
          aria-label={i18n.t('Upload a folder')}
          onChange={({ currentTarget }) => choose(currentTarget)}
          {...{ webkitdirectory: '' }}
        />
      </>
    ),
  };
}
