import { Alert, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import type { Submitted } from '../api/task-types.ts';
import { submitTask } from '../api/tasks.ts';
import type { DatasetRef } from '../api/types.ts';
import { FormBody } from '../parts/form-dialog.tsx';
import { FieldInput } from './form/field-input.tsx';
import { fieldsOf, type Draft } from './form/fields.ts';
import { fieldProblem, filledOf, startOf } from './form/values.ts';
import type { OfferedTool } from './offered.ts';

type ToolFormProps = OfferedTool & {
  readonly datasetRef: DatasetRef;
  readonly onStarted: (task: Submitted, params: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
};

/** Asks for the parameters of a tool and starts it. */
export function ToolForm({ datasetRef, tool, given, onStarted, onClose }: ToolFormProps) {
  const queries = useQueryClient();
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool]);
  const [drafts, setDrafts] = useState(() => startOf(fields, given));
  const { params, problems } = useMemo(() => filledOf(fields, drafts), [fields, drafts]);
  const start = useMutation({
    mutationFn: () => submitTask(datasetRef, { toolId: tool.id, version: tool.version, params, force: false }),
    onSuccess: async (task) => {
      onStarted(task, params);
      await queries.invalidateQueries({ queryKey: keys.datasetTasks(datasetRef) });
    },
  });
  const refused = start.error instanceof ApiError ? fieldProblem(fields, start.error.message) : null;
  const change = (name: string, draft: Draft): void => {
    setDrafts((old) => ({ ...old, [name]: draft }));
    // What the service said was about what stood there.
    if (start.error !== null) start.reset();
  };
  const problemAt = (name: string): string | undefined => {
    if (refused?.name === name) return refused.text;
    // Of a field that nobody has filled in, its mark says enough.
    return drafts[name] === '' ? undefined : problems[name];
  };
  if (tool.disabled) return <Alert color="orange">{tool.disabledMessage ?? 'This tool is switched off.'}</Alert>;
  return (
    <FormBody
      submitLabel="Start"
      ready={Object.keys(problems).length === 0}
      busy={start.isPending}
      error={refused === null ? start.error : null}
      onClose={onClose}
      onSubmit={() => start.mutate()}
    >
      <Text size="sm" c="dimmed">
        {tool.description}
      </Text>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          datasetRef={datasetRef}
          field={field}
          draft={drafts[field.name] ?? ''}
          problem={problemAt(field.name)}
          onChange={(draft) => change(field.name, draft)}
        />
      ))}
    </FormBody>
  );
}
