import { Alert, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { submitTask, type Submitted } from '../api/tasks.ts';
import { FormBody } from '../parts/form-dialog.tsx';
import { FieldInput } from './form/field-input.tsx';
import { fieldsOf, type Draft, type Field } from './form/fields.ts';
import { groundOf } from './form/ground-path.ts';
import { MoreOptions } from './form/more-options.tsx';
import { shownFields } from './form/shown-fields.ts';
import { useProposals } from './form/use-proposals.ts';
import { fieldProblem, filledOf, startOf } from './form/values.ts';
import type { OfferedTool } from './offered.ts';
import { i18n } from '../languages/i18n.ts';

type ToolFormProps = OfferedTool & {
  readonly datasetRef: DatasetRef;
  readonly onStarted: (task: Submitted, params: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
};

/** Asks for the parameters of a tool and starts it. */
export function ToolForm({ datasetRef, tool, given, onStarted, onClose }: ToolFormProps) {
  const queries = useQueryClient();
  const { fields: all, drafts, change } = useDrafts(datasetRef, tool.inputSchema, given);
  const fields = useMemo(() => shownFields(all, drafts), [all, drafts]);
  const { params, problems, unfinished } = useMemo(() => filledOf(fields, drafts), [fields, drafts]);
  /** Times that Start was pressed in vain: then every field says what it wants. */
  const [tries, setTries] = useState(0);
  const start = useMutation({
    mutationFn: () => submitTask(datasetRef, { toolId: tool.id, version: tool.version, params, force: false }),
    onSuccess: async (task) => {
      onStarted(task, params);
      await queries.invalidateQueries({ queryKey: keys.datasetTasks(datasetRef) });
    },
  });
  const refused = start.error instanceof ApiError ? fieldProblem(fields, start.error) : null;
  const form = useFocusOnProblem(tries, refused);
  const problemAt = (name: string): string | undefined => {
    if (refused?.name === name) return refused.text;
    // The mark of a field that nobody has filled in says enough until Start is pressed.
    return unfinished.has(name) && tries === 0 ? undefined : problems[name];
  };
  const input = (field: Field) => (
    <FieldInput
      key={field.name}
      ground={{ datasetRef, ...groundOf(fields, drafts) }}
      field={field}
      draft={drafts[field.name] ?? ''}
      problem={problemAt(field.name)}
      onChange={(draft) => {
        change(field.name, draft);
        // What the service said was about what stood there.
        if (start.error !== null) start.reset();
      }}
    />
  );
  if (tool.disabled)
    return <Alert color="orange">{tool.disabledMessage ?? i18n.t('This tool is switched off.')}</Alert>;
  const rare = fields.filter((field) => field.rare);
  return (
    <FormBody
      submitLabel={i18n.t('Start')}
      ready={Object.keys(problems).length === 0}
      onIncomplete={() => setTries(tries + 1)}
      busy={start.isPending}
      error={refused === null ? start.error : null}
      onClose={onClose}
      onSubmit={() => start.mutate()}
    >
      <Text size="sm" c="dimmed">
        {tool.description}
      </Text>
      <Stack ref={form}>
        {fields.filter((field) => !field.rare).map(input)}
        {rare.length > 0 && (
          <MoreOptions mustOpen={rare.some(({ name }) => problemAt(name) !== undefined)}>
            <Stack>{rare.map(input)}</Stack>
          </MoreOptions>
        )}
      </Stack>
    </FormBody>
  );
}

/** What the fields hold: what is known at first and was typed since, and proposals where nothing was. */
function useDrafts(ref: DatasetRef, schema: OfferedTool['tool']['inputSchema'], given: OfferedTool['given']) {
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [typed, setTyped] = useState(() => startOf(fields, given));
  const [touched, setTouched] = useState<ReadonlySet<string>>(
    () => new Set(Object.keys(given).filter((name) => (given[name] ?? null) !== null)),
  );
  const proposals = useProposals(ref, fields, typed, touched);
  const drafts = useMemo(() => ({ ...typed, ...proposals }), [typed, proposals]);
  const change = (name: string, draft: Draft): void => {
    setTyped((old) => ({ ...old, [name]: draft }));
    setTouched((old) => new Set(old).add(name));
  };
  return { fields, drafts, change };
}

/** The focus goes to the first field with a problem when Start was pressed in vain, or the service refused a field. */
function useFocusOnProblem(tries: number, refused: object | null) {
  const form = useRef<HTMLDivElement>(null);
  const isRefused = refused !== null;
  useEffect(() => {
    if (tries > 0) focusOnProblem(form.current);
  }, [tries]);
  useEffect(() => {
    if (isRefused) focusOnProblem(form.current);
  }, [isRefused]);
  return form;
}

function focusOnProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  // Its label is above it, and would be behind the head of the window.
  field?.scrollIntoView({ block: 'center' });
}
