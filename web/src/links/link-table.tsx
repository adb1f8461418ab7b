import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { revokeLink, type AccessToken } from '../api/tokens.ts';
import { formatIsoDate, formatIsoDateTime } from '../format/time.ts';
import { Table, type Column } from '../parts/table.tsx';
import { EditLinkDialog } from './edit-link-dialog.tsx';
import { linkFacts } from './link-facts.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

type LinkTableProps = {
  readonly datasetRef: DatasetRef;
  readonly links: readonly AccessToken[];
  /** Told when a dialog of the table opens and closes. */
  readonly onAsking: (isAsking: boolean) => void;
};

/** The links of a dataset: what each opens, until when, and the ways to change and to remove it. */
export function LinkTable({ datasetRef, links, onAsking }: LinkTableProps) {
  const queries = useQueryClient();
  // The dialogs are there before they open: only then do they give the focus back.
  const [link, setLink] = useState(links[0]);
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const ask = (what: 'edit' | 'remove', about: AccessToken) => () => {
    setLink(about);
    setOpened(what);
    onAsking(true);
  };
  const close = (): void => {
    setOpened(null);
    onAsking(false);
  };
  const remove = async (id: string): Promise<void> => {
    await revokeLink(datasetRef, id);
    await queries.invalidateQueries({ queryKey: keys.links(datasetRef) });
  };
  const columns: readonly Column<AccessToken>[] = [
    {
      head: i18n.t('Link'),
      names: true,
      cell: (each) => (
        <>
          <bdi>{each.name}</bdi>
          <Text size="sm" c="dimmed" fw={400} className="al-break">
            {linkFacts(each)}
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
      cell: (each) => (
        <span className="al-table-actions">
          <Button variant="default" aria-label={i18n.t('Edit {name}', { name: each.name })} onClick={ask('edit', each)}>
            {i18n.t('Edit…')}
          </Button>
          <Button
            variant="default"
            aria-label={i18n.t('Remove {name}', { name: each.name })}
            onClick={ask('remove', each)}
          >
            {i18n.t('Remove…')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <Table label={i18n.t('Links')} columns={columns} rows={links} keyOf={({ id }) => id} />
      {link !== undefined && (
        <>
          <EditLinkDialog datasetRef={datasetRef} link={link} opened={opened === 'edit'} onClose={close} />
          <WithdrawDialog
            id={link.id}
            name={link.name}
            verb={i18n.t('Remove')}
            withdraw={remove}
            opened={opened === 'remove'}
            onClose={close}
          />
        </>
      )}
    </>
  );
}
