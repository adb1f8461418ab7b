import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { storageQuery } from '../api/session.ts';
import { Problem } from '../parts/problem.tsx';
import { QuotaNote } from '../parts/quota-note.tsx';
import { Section } from '../parts/section.tsx';
import { StorageBar } from '../parts/storage-bar.tsx';
import { i18n } from '../languages/i18n.ts';

export function StorageSection() {
  const storage = useQuery(storageQuery);
  return (
    <Section title={i18n.t('Storage')} detail={i18n.t('Counts what is in the organizations you own.')}>
      {storage.isPending && <Skeleton height={30} radius="md" />}
      {storage.error !== null && <Problem title={i18n.t('Your storage could not be read')} error={storage.error} />}
      {storage.data !== undefined && (
        <StorageBar used={storage.data.used} total={storage.data.total} label={i18n.t('Your storage')} />
      )}
      <QuotaNote />
    </Section>
  );
}
