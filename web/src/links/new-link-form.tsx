import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { createLink } from '../api/tokens.ts';
import { ExpirySelect, USUAL_DAYS } from '../parts/fields/expiry-select.tsx';
import { SecretField } from '../parts/fields/secret-field.tsx';
import { Problem } from '../parts/problem.tsx';

/** Makes a link and shows it, once. */
export function NewLinkForm({ datasetRef }: { readonly datasetRef: DatasetRef }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const create = useMutation({
    mutationFn: () => createLink(datasetRef, { name: name.trim(), expiresInDays: days }),
    onSuccess: async () => {
      setName('');
      await queries.invalidateQueries({ queryKey: keys.links(datasetRef) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="sm">
        <div className="al-field-row">
          <TextInput
            label="For whom"
            required
            description="To tell the links apart later"
            autoComplete="off"
            maxLength={128}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ExpirySelect value={days} onChange={setDays} />
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            Make a link
          </Button>
        </div>
        {create.error !== null && <Problem title="No link was made" error={create.error} />}
        {create.data?.url !== undefined && (
          <SecretField
            // A new link takes the place of the one before, and gets the focus.
            key={create.data.id}
            label="The link"
            description="Copy it now: it is not shown again."
            value={new URL(create.data.url, window.location.origin).href}
          />
        )}
      </Stack>
    </form>
  );
}
