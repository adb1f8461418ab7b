import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { changeMember, levelName, type Member, type MemberLevel } from '../../api/organizations.ts';
import { formatIsoDate } from '../../format/time.ts';
import { LevelSelect } from '../../parts/fields/level-select.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { i18n } from '../../languages/i18n.ts';

type MemberTableProps = {
  readonly org: string;
  readonly members: readonly Member[];
  /** The person looking. */
  readonly me: string | undefined;
  readonly mayManage: boolean;
  readonly mayLeave: boolean;
};

export function MemberTable({ org, members, me, mayManage, mayLeave }: MemberTableProps) {
  const queries = useQueryClient();
  const [removal, setRemoval] = useState({ userName: '', asking: false });
  const change = useMutation({
    mutationFn: ({ userName, level }: { readonly userName: string; readonly level: MemberLevel }) =>
      changeMember(org, { userName, permissions: level }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.members(org) }),
  });
  const self = ({ userName }: Member): boolean => userName.toLowerCase() === me?.toLowerCase();
  const columns: readonly Column<Member>[] = [
    {
      head: i18n.t('Member'),
      names: true,
      cell: (member) => (
        <>
          <bdi>{member.userName}</bdi>
          {self(member) && <span className="al-dim"> {i18n.t('(you)')}</span>}
          {member.email !== null && member.email !== '' && (
            <Text size="sm" c="dimmed" fw={400}>
              {member.email}
            </Text>
          )}
        </>
      ),
    },
    {
      head: i18n.t('Rights'),
      cell: ({ userName, permissions }) =>
        mayManage ? (
          <LevelSelect
            aria-label={i18n.t('Rights of {userName}', { userName })}
            value={permissions}
            disabled={change.isPending}
            onChange={(level) => change.mutate({ userName, level })}
          />
        ) : (
          levelName(permissions)
        ),
    },
    {
      head: i18n.t('Since'),
      short: true,
      cell: ({ grantedAt }) => (grantedAt === null ? '–' : formatIsoDate(grantedAt)),
    },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (member) =>
        (mayManage || (mayLeave && self(member))) && (
          <span className="al-table-actions">
            <Button
              variant="default"
              aria-label={
                self(member)
                  ? i18n.t('Leave this organization')
                  : i18n.t('Remove {userName}', { userName: member.userName })
              }
              onClick={() => setRemoval({ userName: member.userName, asking: true })}
            >
              {self(member) ? i18n.t('Leave…') : i18n.t('Remove…')}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      {change.error !== null && <Problem title={i18n.t('The rights were not changed')} error={change.error} />}
      <Table label={i18n.t('Members')} columns={columns} rows={members} keyOf={({ userName }) => userName} />
      <RemoveMemberDialog
        org={org}
        userName={removal.userName}
        leaving={removal.userName !== '' && removal.userName.toLowerCase() === me?.toLowerCase()}
        opened={removal.asking}
        onClose={() => setRemoval({ ...removal, asking: false })}
      />
    </>
  );
}
