import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { featuresQuery } from '../api/session.ts';
import { i18n } from '../languages/i18n.ts';

/** Beside every quota of a service that keeps none of them: a bar at 120 % would be a riddle. */
export function QuotaNote() {
  const features = useQuery(featuresQuery);
  if (features.data?.storageLimiter !== false) return null;
  return (
    <Text size="sm" c="dimmed">
      {i18n.t('Quotas are not enforced on this server (setting EnableStorageLimiter).')}
    </Text>
  );
}
