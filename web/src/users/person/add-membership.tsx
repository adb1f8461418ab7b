import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addMembership } from '../../api/admin/users.ts';
import { organizationsQuery, type MemberLevel } from '../../api/organizations.ts';
import { LevelSelect } from '../../parts/fields/level-select.tsx';
import { NameField } from '../../parts/fields/name-field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { i18n } from '../../languages/i18n.ts';

type AddMembershipProps = {
  readonly userName: string;
  /** Slugs of organizations the person is in already. */
  readonly present: readonly string[];
  readonly onAdded: () => Promise<void>;
};

/** New members write, unless the administrator says otherwise. */
const USUAL_LEVEL: MemberLevel = 1;

export function AddMembership({ userName, present, onAdded }: AddMembershipProps) {
  const organizations = useQuery(organizationsQuery);
  const [slug, setSlug] = useState('');
  const [level, setLevel] = useState<MemberLevel>(USUAL_LEVEL);
  const add = useMutation({
    mutationFn: () => addMembership(userName, { orgSlug: slug.trim(), permissions: level }),
    onSuccess: async () => {
      setSlug('');
      await onAdded();
    },
  });
  const choices = organizations.data?.map((it) => it.slug).filter((it) => !present.includes(it)) ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (slug.trim() !== '') add.mutate();
      }}
    >
      <Stack gap="sm">
        <div className="al-field-row">
          <NameField required label={i18n.t('Add to organization')} value={slug} onChange={setSlug} names={choices} />
          <LevelSelect label={i18n.t('With the rights')} value={level} onChange={setLevel} />
          <Button type="submit" variant="default" disabled={slug.trim() === ''} loading={add.isPending}>
            {i18n.t('Add')}
          </Button>
        </div>
        {add.error !== null && <Problem title={i18n.t('This person was not added')} error={add.error} />}
      </Stack>
    </form>
  );
}
