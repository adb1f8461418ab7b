import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { linksQuery, revokeLink } from '../api/tokens.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { TokenTable } from './token-table.tsx';

type ShareLinksDialogProps = {
  readonly datasetRef: DatasetRef;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Links that show a private dataset to people without an account. */
export function ShareLinksDialog({ datasetRef, opened, onClose }: ShareLinksDialogProps) {
  const queries = useQueryClient();
  const links = useQuery({ ...linksQuery(datasetRef), enabled: opened });
  const withdraw = async (id: string): Promise<void> => {
    await revokeLink(datasetRef, id);
    await queries.invalidateQueries({ queryKey: keys.links(datasetRef) });
  };
  return (
    <Dialog title="Share this dataset" size="lg" opened={opened} onClose={onClose}>
      <Stack>
        <Text c="dimmed" size="sm">
          Everybody who has a link can look at this dataset and download from it, without an account, until the link
          ends or is withdrawn. Nobody can change anything with it.
        </Text>
        <NewLinkForm datasetRef={datasetRef} />
        {links.isPending && <Skeleton height={60} radius="md" />}
        {links.error !== null && <Problem title="The links could not be read" error={links.error} />}
        {links.data !== undefined && links.data.length > 0 && (
          <TokenTable
            label="Links"
            tokens={links.data}
            detail={({ path, userName }) => `${path === null ? '' : `only ${path}, `}made by ${userName}`}
            withdraw={withdraw}
          />
        )}
      </Stack>
    </Dialog>
  );
}
