import { Text } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import { Dialog } from '../parts/dialog.tsx';
import { BuildLog } from './build-log.tsx';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type BuildDialogProps = {
  readonly datasetRef: DatasetRef;
  readonly jobId: string;
  /** The file that was built. */
  readonly path: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** The log of a build in a window. */
export const BuildDialog = ({ datasetRef, jobId, path, opened, onClose }: BuildDialogProps) => (
  <Dialog opened={opened} onClose={onClose} size="lg" title={i18n.t('Log of the build')}>
    <Text fw={600} className="al-break">
      <bdi>{plain(path)}</bdi>
    </Text>
    <BuildLog datasetRef={datasetRef} of={{ jobId }} />
  </Dialog>
);
