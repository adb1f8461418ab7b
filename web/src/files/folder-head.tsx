import { Title } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { folderSteps, namesOnly } from './folder-steps.ts';
import { i18n } from '../languages/i18n.ts';

type FolderHeadProps = {
  readonly datasetRef: DatasetRef;
  readonly datasetName: string;
  readonly path: string;
  readonly title: string;
  /** Nothing above the folder may be opened. */
  readonly isPart: boolean;
};

/** The first line of a folder: the way to it from the dataset, and its name. */
export function FolderHead({ datasetRef, datasetName, path, title, isPart }: FolderHeadProps) {
  const steps = folderSteps(datasetRef, datasetName, path);
  return (
    <div className="al-folder-head">
      <Breadcrumbs label={i18n.t('Folders above')} steps={isPart ? namesOnly(steps) : steps} />
      <Title order={1} size="h4" className="al-break">
        <bdi>{title}</bdi>
      </Title>
    </div>
  );
}
