import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { FormBody } from '../parts/form-dialog.tsx';
import { isComplete, NameAndSlugFields, type NameAndSlug } from '../parts/name-and-slug.tsx';
import { LicenseSelect } from './license-select.tsx';
import { VisibilityChoice } from './visibility-choice.tsx';
import { i18n } from '../languages/i18n.ts';

/** What a person says about a dataset. */
export type DatasetDraft = {
  readonly identity: NameAndSlug;
  readonly tagline: string;
  /** Absent: not asked for. */
  readonly license?: string;
  /** '0' or '1', as the radio buttons have it. */
  readonly visibility: string;
};

type DatasetFormProps = {
  readonly org: string;
  readonly initial: DatasetDraft;
  readonly submitLabel: string;
  /** What to say beside an address that is not taken. */
  readonly slugNote?: (slug: string) => string | null;
  /** What to say when the address is taken. */
  readonly taken: string;
  readonly save: (draft: DatasetDraft) => Promise<void>;
  readonly onClose: () => void;
};

/** The form of a new dataset, and of one that is changed. */
export function DatasetForm({ org, initial, submitLabel, slugNote, taken, save, onClose }: DatasetFormProps) {
  const [draft, setDraft] = useState(initial);
  const saving = useMutation({ mutationFn: save });
  const { identity, tagline, license, visibility } = draft;
  const isTaken = saving.error instanceof ApiError && saving.error.status === 409;
  const set = (change: Partial<DatasetDraft>): void => setDraft({ ...draft, ...change });
  return (
    <FormBody
      onClose={onClose}
      submitLabel={submitLabel}
      ready={isComplete(identity)}
      busy={saving.isPending}
      error={isTaken ? null : saving.error}
      onSubmit={() => saving.mutate({ ...draft, tagline: tagline.trim() })}
    >
      <NameAndSlugFields
        value={identity}
        onChange={(value) => {
          saving.reset();
          set({ identity: value });
        }}
        prefix={`/r/${org}/`}
        problem={isTaken ? taken : (slugNote?.(identity.slug) ?? null)}
      />
      <TextInput
        label={i18n.t('Tagline')}
        description={i18n.t('One line about it')}
        maxLength={256}
        value={tagline}
        onChange={(event) => set({ tagline: event.currentTarget.value })}
      />
      {license !== undefined && <LicenseSelect value={license} onChange={(next) => set({ license: next })} />}
      <VisibilityChoice value={visibility} onChange={(next) => set({ visibility: next })} />
    </FormBody>
  );
}
