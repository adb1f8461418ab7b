import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../api/keys.ts';
import { revokeToken, tokensQuery } from '../api/tokens.ts';
import { scopeText } from '../links/scope-text.ts';
import { TokenTable } from '../links/token-table.tsx';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

/** Keys for programs, and the links the person has made. */
export function TokensSection() {
  const queries = useQueryClient();
  const tokens = useQuery(tokensQuery);
  const [creating, setCreating] = useState(false);
  const withdraw = async (id: string): Promise<void> => {
    await revokeToken(id);
    await queries.invalidateQueries({ queryKey: keys.tokens });
  };
  return (
    <Section
      title="Tokens and links"
      detail="A token lets a program, QGIS for instance, in with your rights or fewer. A link shows a dataset to people without an account."
      actions={
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      {tokens.isPending && <Skeleton height={60} radius="md" />}
      {tokens.error !== null && <Problem title="Your tokens could not be read" error={tokens.error} />}
      {tokens.data?.length === 0 && <Text c="dimmed">You have no token and no link.</Text>}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <TokenTable label="Tokens and links" tokens={tokens.data} detail={scopeText} withdraw={withdraw} />
      )}
      <NewTokenDialog opened={creating} onClose={() => setCreating(false)} />
    </Section>
  );
}
