import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetQuery } from '../api/datasets.ts';
import { rebuild } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import { setEntryText } from '../api/metadata.ts';
import { CopyFact } from '../parts/copy-fact.tsx';
import { Problem } from '../parts/problem.tsx';
import { projectionCommand } from './projection-command.ts';
import type { SystemChoice } from './nearby-systems.ts';
import { i18n } from '../languages/i18n.ts';

type SystemChoiceProps = {
  readonly datasetRef: DatasetRef;
  readonly path: string;
  /** What it is. */
  readonly noun: 'model' | 'cloud';
  readonly choices: readonly SystemChoice[];
};

/** Gives a file the coordinate system of a file near it, or tells how it gets another one. */
export function SystemChoices({ datasetRef, path, noun, choices }: SystemChoiceProps) {
  const canWrite = useQuery(datasetQuery(datasetRef)).data?.permissions?.canWrite === true;
  const queries = useQueryClient();
  const taking = useMutation({
    mutationFn: async ({ projection }: SystemChoice) => {
      await setEntryText(datasetRef, path, 'projection', projection);
      await rebuild(datasetRef, path);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.entries(datasetRef) }),
  });
  if (!canWrite) return null;
  return (
    <Stack gap="xs">
      {choices.length > 0 && (
        <Text size="sm">
          {noun === 'model'
            ? i18n.t('Files near it have these coordinate systems. Choose the one of the model.')
            : i18n.t('Files near it have these coordinate systems. Choose the one of the cloud.')}
        </Text>
      )}
      {choices.map((choice) => (
        <Button
          key={choice.path}
          variant="default"
          loading={taking.isPending && taking.variables === choice}
          onClick={() => taking.mutate(choice)}
        >
          {i18n.t('Use {name}, as {path}', { name: choice.name, path: choice.path })}
        </Button>
      ))}
      {taking.error !== null && (
        <Problem title={i18n.t('The coordinate system was not set')} error={taking.error} onClose={taking.reset} />
      )}
      <CopyFact
        name={
          noun === 'model'
            ? i18n.t('With the client, for a model in EPSG:32632')
            : i18n.t('With the client, for a cloud in EPSG:32632')
        }
        value={projectionCommand(datasetRef, path)}
        what={i18n.t('the command')}
      />
      <Text size="sm" c="dimmed">
        {i18n.t('Then choose “Build again” in its menu.')}
      </Text>
    </Stack>
  );
}
