import { Alert, Button, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ProofProgress } from './use-sign-in.ts';
import { i18n } from '../languages/i18n.ts';

/** Says what the browser does while it solves the challenge of the service, and stops it. */
export function ProofNote({ progress, onCancel }: { readonly progress: ProofProgress; readonly onCancel: () => void }) {
  const { solved, rounds } = progress;
  return (
    <Alert color="petrol" role="status" icon={<IconInfoCircle />} title={i18n.t('Checking your browser')}>
      <Text>
        {i18n.t(
          'Many wrong passwords were tried for this name. Your browser solves a puzzle to show that it is not a guessing program. This takes some seconds.',
        )}
      </Text>
      <Text mt={8}>{i18n.t('{solved} of {rounds} steps done', { solved, rounds })}</Text>
      <Button variant="default" mt={8} onClick={onCancel}>
        {i18n.t('Cancel')}
      </Button>
    </Alert>
  );
}
