import { Alert, Button, Text } from '@mantine/core';
import { Problem } from '../../parts/problem.tsx';
import type { MeasurementStore } from '../keeping/measurement-store.ts';
import type { StoreState } from '../keeping/store-state.ts';
import { i18n } from '../../languages/i18n.ts';

type SaveStateProps = {
  readonly store: MeasurementStore;
  readonly state: StoreState;
  readonly mayWrite: boolean;
};

const WORDS: Readonly<Record<StoreState['saving'], string>> = {
  saved: i18n.t('Saved'),
  unsaved: i18n.t('Not saved yet'),
  saving: i18n.t('Saving…'),
  failed: i18n.t('Not saved'),
};

/** Whether the measurements are kept, and why not. */
export function SaveState({ store, state, mayWrite }: SaveStateProps) {
  const { phase, saving, error, isDrafted, note } = state;
  if (phase === 'loading')
    return (
      <Text size="sm" role="status">
        {i18n.t('Loading…')}
      </Text>
    );
  if (phase === 'failed')
    return (
      <Problem title={i18n.t('The measurements could not be read')} error={error} onRetry={() => void store.open()} />
    );
  return (
    <>
      <Text size="sm" c="dimmed" role="status" data-saving={saving}>
        {mayWrite ? WORDS[saving] : i18n.t('You may only read this dataset: what you measure is not saved.')}
      </Text>
      {saving === 'failed' && (
        <>
          <Problem title={i18n.t('The measurements were not saved')} error={error} />
          <Button size="xs" variant="default" onClick={() => void store.save()}>
            {i18n.t('Save again')}
          </Button>
        </>
      )}
      {!isDrafted && saving !== 'saved' && (
        <Alert color="orange">
          {i18n.t('This browser cannot keep the changes. They are lost if you leave before they are saved.')}
        </Alert>
      )}
      {note !== null && (
        <Alert
          color="petrol"
          role="status"
          withCloseButton
          closeButtonLabel={i18n.t('Close')}
          onClose={() => store.closeNote()}
        >
          {note}
        </Alert>
      )}
    </>
  );
}
