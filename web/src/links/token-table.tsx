import { Button, Text } from '@mantine/core';
import type { AccessToken } from '../api/types.ts';
import { formatIsoDate, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { scopeText } from './scope-text.ts';

type TokenTableProps = {
  readonly label: string;
  readonly tokens: readonly AccessToken[];
  /** The one that is being withdrawn. */
  readonly revoking: string | undefined;
  readonly onRevoke: (id: string) => void;
};

/** Tokens and links: what each reaches, until when, and whether it is used at all. */
export function TokenTable({ label, tokens, revoking, onRevoke }: TokenTableProps) {
  const columns: readonly Column<AccessToken>[] = [
    {
      head: 'Name',
      names: true,
      cell: (token) => (
        <>
          <bdi>{token.name === '' ? 'without a name' : token.name}</bdi>
          <Text size="sm" c="dimmed" fw={400}>
            {scopeText(token)}
          </Text>
        </>
      ),
    },
    { head: 'Ends', cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatIsoDate(expiresAt)) },
    { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatIsoDateTime(lastUsedAt)) },
    {
      head: 'Actions',
      actions: true,
      cell: ({ id, name }) => (
        <span className="al-table-actions">
          <Button
            variant="default"
            aria-label={`Withdraw ${name}`}
            loading={revoking === id}
            onClick={() => onRevoke(id)}
          >
            Withdraw
          </Button>
        </span>
      ),
    },
  ];
  return <Table label={label} columns={columns} rows={tokens} keyOf={({ id }) => id} />;
}
