import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { setQuota, type User } from '../../api/admin/users.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { QuotaNote } from '../../parts/quota-note.tsx';
import { Section } from '../../parts/section.tsx';
import { StorageBar } from '../../parts/storage-bar.tsx';
import { bytesOfMegabytes, megabytesText } from '../megabytes.ts';
import { useUserChange } from './use-user-change.ts';
import { i18n } from '../../languages/i18n.ts';

/** How much the organizations a person owns may hold together. */
export function QuotaSection({ user }: { readonly user: User }) {
  // What is not being edited follows the service: metadata can set the quota, too.
  const [draft, setDraft] = useState<{ readonly limited?: boolean; readonly megabytes?: string }>({});
  const limited = draft.limited ?? user.storageQuota !== null;
  const megabytes = draft.megabytes ?? (user.storageQuota === null ? '' : megabytesText(user.storageQuota));
  const save = useUserChange((total: number | null) => setQuota(user.userName, total));
  const bytes = bytesOfMegabytes(megabytes);
  return (
    <Section title={i18n.t('Storage')} detail={i18n.t('Counts what is in the organizations this person owns.')}>
      <StorageBar used={user.storageUsed} total={user.storageQuota} label={i18n.t('Storage')} />
      <QuotaNote />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = limited ? bytes : null;
          if (limited && wanted === null) return;
          save.mutate(wanted, { onSuccess: () => setDraft({}) });
        }}
      >
        <Stack>
          <Radio.Group
            label={i18n.t('Limit')}
            value={limited ? 'limited' : 'none'}
            onChange={(it) => setDraft({ ...draft, limited: it === 'limited' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="none" label={i18n.t('No limit')} />
              <Radio value="limited" label={i18n.t('A quota')} />
            </Stack>
          </Radio.Group>
          {limited && (
            <TextInput
              label={i18n.t('Quota in MB')}
              description={i18n.t('1 GB is 1000 MB')}
              inputMode="decimal"
              maw={220}
              value={megabytes}
              error={megabytes !== '' && bytes === null ? i18n.t('Type a number, 0 or more.') : null}
              onChange={(event) => setDraft({ ...draft, megabytes: event.currentTarget.value })}
            />
          )}
          {save.error !== null && <Problem title={i18n.t('The quota was not changed')} error={save.error} />}
          {save.isSuccess && <DoneNote title={i18n.t('The quota is saved')} />}
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={limited && bytes === null}
            className="al-start"
          >
            {i18n.t('Save the quota')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
