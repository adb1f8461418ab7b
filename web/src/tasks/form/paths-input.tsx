import { Button, Group, Textarea, type TextareaProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Schema } from '../../api/parameter-schema.ts';
import { isAtOption, PathInput } from './path-input.tsx';
import { i18n } from '../../languages/i18n.ts';

type PathsInputProps = Omit<TextareaProps, 'onChange' | 'value'> & {
  readonly datasetRef: DatasetRef;
  readonly schema: Schema;
  /** One path a line. */
  readonly value: string;
  readonly onChange: (paths: string) => void;
};

/**
 * Paths of entries, one a line, which can be ordered like any text; beside it a field that finds more of them. What stands in that
 * field when the form is sent counts as added.
 */
export function PathsInput({ datasetRef, schema, value, onChange, ...input }: PathsInputProps) {
  const [path, setPath] = useState('');
  const add = (): void => {
    if (path === '') return;
    onChange(value === '' ? path : `${value.replace(/\n$/, '')}\n${path}`);
    setPath('');
  };
  const place = useRef<HTMLDivElement>(null);
  // Before the form reads its fields: it is told at once.
  const addNow = useEffectEvent(() => flushSync(add));
  useEffect(() => {
    const form = place.current?.closest('form');
    form?.addEventListener('submit', addNow, { capture: true });
    return () => form?.removeEventListener('submit', addNow, { capture: true });
  }, []);
  return (
    <>
      <Textarea
        {...input}
        autosize={false}
        rows={4}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group ref={place} gap="sm" align="flex-end" wrap="nowrap">
        <PathInput
          datasetRef={datasetRef}
          schema={schema}
          label={i18n.t('Add a path')}
          className="al-task-add"
          value={path}
          onChange={setPath}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would send the form.
            event.preventDefault();
            // With one of the list at hand it takes that one.
            if (!isAtOption(event.currentTarget)) add();
          }}
        />
        <Button variant="default" disabled={path === ''} onClick={add}>
          {i18n.t('Add')}
        </Button>
      </Group>
    </>
  );
}
