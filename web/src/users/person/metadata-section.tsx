import { Button, Skeleton, Stack, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { metadataQuery, setMetadata } from '../../api/admin/users.ts';
import type { Metadata } from '../../api/admin/user-types.ts';
import { keys } from '../../api/keys.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { parseMetadata } from '../metadata-text.ts';
import { useUserChange } from './use-user-change.ts';

/** Free data about a person, for other programs. */
export function MetadataSection({ userName }: { readonly userName: string }) {
  const metadata = useQuery(metadataQuery(userName));
  return (
    <Section title="Metadata" detail="A JSON object for your own programs. What you save takes the place of all of it.">
      {metadata.isPending && <Skeleton height={120} radius="md" />}
      {metadata.error !== null && <Problem title="The metadata could not be read" error={metadata.error} />}
      {metadata.data !== undefined && <Editor userName={userName} metadata={metadata.data} />}
    </Section>
  );
}

function Editor({ userName, metadata }: { readonly userName: string; readonly metadata: Metadata }) {
  const queries = useQueryClient();
  const [text, setText] = useState(() => JSON.stringify(metadata, null, 2));
  const save = useUserChange((value: Metadata) => setMetadata(userName, value));
  const parsed = parseMetadata(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.value === null) return;
        save.mutate(parsed.value, {
          onSuccess: () => void queries.invalidateQueries({ queryKey: keys.userMetadata(userName) }),
        });
      }}
    >
      <Stack>
        <Textarea
          label="Metadata as JSON"
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          classNames={{ input: 'al-mono' }}
          value={text}
          error={parsed.problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {save.error !== null && <Problem title="The metadata was not saved" error={save.error} />}
        {save.isSuccess && <DoneNote title="The metadata is saved" />}
        <Button
          type="submit"
          variant="default"
          disabled={parsed.value === null}
          loading={save.isPending}
          className="al-start"
        >
          Save the metadata
        </Button>
      </Stack>
    </form>
  );
}
