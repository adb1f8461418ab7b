import { Button, Skeleton, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { metadataQuery, setMetadata, type Metadata } from '../../api/admin/users.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { parseMetadata } from '../metadata-text.ts';
import { useUserChange } from './use-user-change.ts';
import { i18n } from '../../languages/i18n.ts';

/** Free data about a person, for other programs. */
export function MetadataSection({ userName }: { readonly userName: string }) {
  const metadata = useQuery(metadataQuery(userName));
  return (
    <Section
      title={i18n.t('Metadata')}
      detail={i18n.t(
        'A JSON object for your own programs; what you save takes the place of all of it. Two names mean something here: maxStorageMB is the quota (1 is 1,048,576 bytes), and roles sets the roles.',
      )}
    >
      {metadata.isPending && <Skeleton height={120} radius="md" />}
      {metadata.error !== null && <Problem title={i18n.t('The metadata could not be read')} error={metadata.error} />}
      {metadata.data !== undefined && <Editor userName={userName} metadata={metadata.data} />}
    </Section>
  );
}

function Editor({ userName, metadata }: { readonly userName: string; readonly metadata: Metadata }) {
  // What is not being edited follows the service: a quota set on this page stands in here, too.
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? JSON.stringify(metadata, null, 2);
  const save = useUserChange((value: Metadata) => setMetadata(userName, value));
  const parsed = parseMetadata(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.value === null) return;
        save.mutate(parsed.value, { onSuccess: () => setDraft(null) });
      }}
    >
      <Stack>
        <Textarea
          label={i18n.t('Metadata as JSON')}
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          classNames={{ input: 'al-mono' }}
          value={text}
          error={parsed.problem}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        {save.error !== null && <Problem title={i18n.t('The metadata was not saved')} error={save.error} />}
        {save.isSuccess && <DoneNote title={i18n.t('The metadata is saved')} />}
        <Button
          type="submit"
          variant="default"
          disabled={parsed.value === null}
          loading={save.isPending}
          className="al-start"
        >
          {i18n.t('Save the metadata')}
        </Button>
      </Stack>
    </form>
  );
}
