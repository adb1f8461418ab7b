import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { DatasetRef, Entry } from '../api/types.ts';
import { Problem } from '../parts/problem.tsx';
import { baseName } from './entry-path.ts';
import { useRebuild } from './use-rebuild.ts';

type BuildFailureDialogProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly canWrite: boolean;
};

/** Why a build failed, and the way to start it again. */
export function BuildFailureDialog({ datasetRef, entry, opened, onClose, canWrite }: BuildFailureDialogProps) {
  const again = useRebuild(datasetRef);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="The build failed"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text c="dimmed" size="sm" className="al-break">
          {baseName(entry.path)} is stored and can be downloaded. Its map could not be made:
        </Text>
        <Text className="al-reason">{entry.buildError ?? 'The service gave no reason.'}</Text>
        {again.error !== null && <Problem title="The build was not started" error={again.error} />}
        {canWrite && (
          <Group justify="flex-end">
            <Button
              data-autofocus
              loading={again.isPending}
              onClick={() => again.mutate(entry.path, { onSuccess: onClose })}
            >
              Build again
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
