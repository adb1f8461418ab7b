import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type Ref } from 'react';
import { startImport, type NewImport } from '../../api/admin/system.ts';
import { MissingNote } from '../../parts/missing-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SHOW_PASSWORD } from '../../passwords/new-password-fields.tsx';
import { EMPTY_IMPORT, importOf, sourceProblem, type ImportFields } from './import-fields.ts';
import { i18n } from '../../languages/i18n.ts';

type ImportFormProps = {
  readonly formRef: Ref<HTMLFormElement>;
  readonly onStarted: (jobId: string, wanted: NewImport) => void;
};

/** Keeps what was typed, except the password, so that an import that fails can be asked for again. */
export function ImportForm({ formRef, onStarted }: ImportFormProps) {
  const [fields, setFields] = useState(EMPTY_IMPORT);
  const start = useMutation({
    mutationFn: startImport,
    onSuccess: ({ jobId }, wanted) => {
      setFields((old) => ({ ...old, password: '' }));
      onStarted(jobId, wanted);
    },
  });
  const wanted = importOf(fields);
  const input = (name: keyof ImportFields, label: string, more: InputMore = {}): ReactNode => (
    <TextInput
      label={label}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={BELOW}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
      {...more}
    />
  );
  return (
    <form
      ref={formRef}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== null) start.mutate(wanted);
      }}
    >
      <Stack>
        {input('address', i18n.t('Address of the other installation'), {
          required: true,
          placeholder: 'https://data.example.org',
          error: sourceProblem(fields.address),
        })}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {input('userName', i18n.t('User name there'), {
            description: i18n.t('Leave empty for what is public'),
            required: fields.password !== '',
          })}
          <PasswordInput
            label={i18n.t('Password there')}
            description={i18n.t('Used for this import only')}
            required={fields.userName.trim() !== ''}
            autoComplete="off"
            inputWrapperOrder={BELOW}
            visibilityToggleButtonProps={SHOW_PASSWORD}
            value={fields.password}
            onChange={({ currentTarget: { value } }) => setFields({ ...fields, password: value })}
          />
          {input('organization', i18n.t('Organization there'), { required: true })}
          {input('dataset', i18n.t('Dataset there'), { description: i18n.t('Empty: all of the organization') })}
          {input('toOrganization', i18n.t('Organization here'), { description: i18n.t('Empty: the same name') })}
          {fields.dataset !== '' &&
            input('toDataset', i18n.t('Dataset here'), { description: i18n.t('Empty: the same name') })}
        </SimpleGrid>
        {wanted === null && <MissingNote />}
        {start.error !== null && <Problem title={i18n.t('The import was not started')} error={start.error} />}
        <Button type="submit" disabled={wanted === null} loading={start.isPending} className="al-start">
          {i18n.t('Start the import')}
        </Button>
      </Stack>
    </form>
  );
}

/** Hints below the fields, so that fields beside each other are level. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

type InputMore = {
  readonly required?: boolean;
  readonly description?: string;
  readonly placeholder?: string;
  readonly error?: string | null;
};
