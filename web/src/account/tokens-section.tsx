import { Anchor, Button, Skeleton, Text } from '@mantine/core';
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
import { i18n } from '../languages/i18n.ts';

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
      title={i18n.t('Tokens and links')}
      detail={i18n.t(
        'A token lets a program, QGIS for instance, in with your rights or fewer. A link shows a dataset to people without an account.',
      )}
      actions={
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
          {i18n.t('New token')}
        </Button>
      }
    >
      {tokens.isPending && <Skeleton height={60} radius="md" />}
      {tokens.error !== null && <Problem title={i18n.t('Your tokens could not be read')} error={tokens.error} />}
      {tokens.data?.length === 0 && <Text c="dimmed">{i18n.t('You have no token and no link.')}</Text>}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <TokenTable label={i18n.t('Tokens and links')} tokens={tokens.data} detail={scopeText} withdraw={withdraw} />
      )}
      <Anchor href="/scalar/v1" className="al-link">
        {i18n.t('Routes for programs')}
      </Anchor>
      <NewTokenDialog opened={creating} onClose={() => setCreating(false)} />
    </Section>
  );
}
