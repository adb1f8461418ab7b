import { Text } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

/** What is said while nothing is sent because the service does not answer. */
export const PAUSED = i18n.t('The connection is lost. The uploads go on by themselves when it is back.');

export const PausedNote = () => (
  <Text size="sm" className="al-uploads-paused">
    {PAUSED}
  </Text>
);
