import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccessToken } from '../api/tokens.ts';
import { formatIsoDate, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

type TokenTableProps = {
  readonly label: string;
  readonly tokens: readonly AccessToken[];
  /** What stands below a name: what the token reaches, or who made the link. */
  readonly detail: (token: AccessToken) => string;
  readonly withdraw: (id: string) => Promise<void>;
};

/** Tokens and links: until when each works, and whether it is used at all. */
export function TokenTable({ label, tokens, detail, withdraw }: TokenTableProps) {
  const [withdrawal, setWithdrawal] = useState({ token: tokens[0], asking: false });
  const columns: readonly Column<AccessToken>[] = [
    {
      head: i18n.t('Name'),
      names: true,
      cell: (token) => (
        <>
          <bdi>{nameOf(token)}</bdi>
          <Text size="sm" c="dimmed" fw={400}>
            {detail(token)}
          </Text>
        </>
      ),
    },
    {
      head: i18n.t('Ends'),
      short: true,
      cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatIsoDate(expiresAt)),
    },
    {
      head: i18n.t('Last used'),
      short: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatIsoDateTime(lastUsedAt)),
    },
    {
      head: i18n.t('Actions'),
      actions: true,
      cell: (token) => (
        <span className="al-table-actions">
          <Button
            variant="default"
            aria-label={i18n.t('Withdraw {name}', { name: nameOf(token) })}
            onClick={() => setWithdrawal({ token, asking: true })}
          >
            {i18n.t('Withdraw…')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <Table label={label} columns={columns} rows={tokens} keyOf={({ id }) => id} />
      {withdrawal.token !== undefined && (
        <WithdrawDialog
          id={withdrawal.token.id}
          name={nameOf(withdrawal.token)}
          withdraw={withdraw}
          opened={withdrawal.asking}
          onClose={() => setWithdrawal({ ...withdrawal, asking: false })}
        />
      )}
    </>
  );
}

const nameOf = ({ name }: AccessToken): string => (name === '' ? i18n.t('without a name') : name);
