import { Button, NativeSelect, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { createLink } from '../api/tokens.ts';
import { Problem } from '../parts/problem.tsx';
import { EndFields } from './end-fields.tsx';
import { DownloadsField, LimitFields, type LinkLimits } from './limit-fields.tsx';
import { endBody, isWhole, USUAL_END, type LinkEnd } from './link-end.ts';
import { readSites } from './link-sites.ts';
import { NewLink } from './new-link.tsx';
import { scopeBody, scopesOf, type ShareContext, type ShareScope } from './share-scopes.ts';
import { i18n } from '../languages/i18n.ts';

const NO_LIMITS: LinkLimits = { name: '', downloads: true, password: '', sites: '' };

type NewLinkFormProps = { readonly datasetRef: DatasetRef; readonly context: ShareContext };

/** Makes a link, copies it, and shows it once. */
export function NewLinkForm({ datasetRef, context }: NewLinkFormProps) {
  const queries = useQueryClient();
  const scopes = scopesOf(context);
  const [scope, setScope] = useState<ShareScope>(scopes[0]?.value ?? 'dataset');
  const [end, setEnd] = useState<LinkEnd>({ choice: USUAL_END, date: '' });
  const [limits, setLimits] = useState(NO_LIMITS);
  const clipboard = useClipboard({ timeout: 4000 });
  const create = useMutation({
    mutationFn: () =>
      createLink(datasetRef, {
        ...scopeBody(scope, context),
        ...endBody(end),
        name: limits.name.trim() === '' ? undefined : limits.name.trim(),
        downloads: limits.downloads,
        password: limits.password === '' ? undefined : limits.password,
        frames: [...readSites(limits.sites)],
      }),
    onSuccess: async ({ url }) => {
      clipboard.copy(new URL(url ?? '', window.location.origin).href);
      setLimits(NO_LIMITS);
      await queries.invalidateQueries({ queryKey: keys.links(datasetRef) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole(end)) create.mutate();
      }}
    >
      <Stack gap="sm">
        <div className="al-field-row">
          <NativeSelect
            label={i18n.t('The link opens')}
            data={scopes}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as ShareScope)}
          />
          <EndFields end={end} onChange={setEnd} />
        </div>
        <DownloadsField limits={limits} onChange={setLimits} />
        <details className="al-share-more">
          <summary>{i18n.t('Name, password and embedding')}</summary>
          <Stack gap="sm">
            <LimitFields limits={limits} onChange={setLimits} passwordLabel={i18n.t('Password')} />
          </Stack>
        </details>
        <Button
          type="submit"
          leftSection={<IconLink size={18} aria-hidden />}
          loading={create.isPending}
          data-autofocus
        >
          {i18n.t('Copy a private link')}
        </Button>
        {create.error !== null && <Problem title={i18n.t('No link was made')} error={create.error} />}
        {create.data?.url !== undefined && (
          // A new link takes the place of the one before.
          <NewLink key={create.data.id} link={create.data} isCopied={clipboard.error === null} />
        )}
      </Stack>
    </form>
  );
}
