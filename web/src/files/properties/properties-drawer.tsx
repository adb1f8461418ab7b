import { Drawer, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { detailsQuery } from '../../kinds/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { shownName } from '../entry-path.ts';
import { PropertiesContent } from './properties-content.tsx';

type PropertiesDrawerProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** All that is known about an entry, beside the list; on a phone instead of it. */
export function PropertiesDrawer({ datasetRef, entry, opened, onClose }: PropertiesDrawerProps) {
  // The closed drawer is part of the page, so the details are mostly there when it opens.
  const details = useQuery(detailsQuery);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={<bdi className="al-break">{entry === undefined ? '' : shownName(entry.path)}</bdi>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {details.isPending && <Skeleton height={240} radius="md" />}
      {details.error !== null && (
        <Problem title="This did not open" error={details.error} onRetry={() => void details.refetch()} />
      )}
      {entry !== undefined && details.data !== undefined && (
        <Stack gap="lg">
          <PropertiesContent key={entry.path} datasetRef={datasetRef} entry={entry} details={details.data} />
        </Stack>
      )}
    </Drawer>
  );
}
