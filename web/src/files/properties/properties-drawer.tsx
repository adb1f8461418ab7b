import { Drawer, Stack } from '@mantine/core';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { baseName } from '../entry-path.ts';
import { PropertiesContent } from './properties-content.tsx';

type PropertiesDrawerProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** All that is known about an entry, beside the list; on a phone instead of it. */
export const PropertiesDrawer = ({ datasetRef, entry, opened, onClose }: PropertiesDrawerProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    position="right"
    size="min(480px, 100vw)"
    title={<bdi className="al-break">{entry === undefined ? '' : baseName(entry.path)}</bdi>}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {entry !== undefined && (
      <Stack gap="lg">
        <PropertiesContent key={entry.path} datasetRef={datasetRef} entry={entry} />
      </Stack>
    )}
  </Drawer>
);
