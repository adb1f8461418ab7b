import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runCleanUp } from '../../api/admin/system.ts';
import { keys } from '../../api/keys.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import type { CleanUp } from './clean-ups.ts';
import { CleanUpJob } from './clean-up-job.tsx';
import { i18n } from '../../languages/i18n.ts';

/** One clean-up: what it is for, the question before it runs, and what came of it. */
export function CleanUpSection({ cleanUp }: { readonly cleanUp: CleanUp }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const run = useMutation({
    mutationFn: () => runCleanUp(cleanUp.address),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: keys.tasks });
      // Datasets of any organization may be gone.
      await queries.invalidateQueries({ queryKey: ['datasets'] });
    },
  });
  return (
    <Section
      title={cleanUp.name}
      detail={cleanUp.purpose}
      actions={
        <Button
          variant="default"
          aria-label={i18n.t('Run: {name}', { name: cleanUp.name })}
          onClick={() => setAsking(true)}
        >
          {i18n.t('Run…')}
        </Button>
      }
    >
      {run.data !== undefined && !run.isPending && (
        <>
          {typeof run.data.jobId === 'string' ? (
            <CleanUpJob key={run.data.jobId} id={run.data.jobId} cleanUp={cleanUp} />
          ) : (
            <DoneNote title={i18n.t('Done')}>{cleanUp.describe(run.data)}</DoneNote>
          )}
        </>
      )}
      <FormDialog
        title={i18n.t('Run “{name}”?', { name: cleanUp.name })}
        opened={asking}
        onClose={() => {
          if (run.isError) run.reset();
          setAsking(false);
        }}
        submitLabel={i18n.t('Run')}
        ready
        busy={run.isPending}
        error={run.error}
        onSubmit={() => run.mutate()}
      >
        <Text>{cleanUp.warning}</Text>
      </FormDialog>
    </Section>
  );
}
