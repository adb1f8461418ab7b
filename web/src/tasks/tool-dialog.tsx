import '../styles/tasks.css';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { submitTask } from '../api/tasks.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import type { OfferedTool } from './offered.ts';
import { startAtTop } from './start-at-top.ts';
import { TaskReport } from './task-report.tsx';
import { ToolForm } from './tool-form.tsx';
import { i18n } from '../languages/i18n.ts';

type ToolDialogProps = {
  readonly datasetRef: DatasetRef;
  readonly opened: boolean;
  /** Another opening begins anew. */
  readonly serial: number;
  /** Which tools there are to choose from; the form of a single one is shown at once. */
  readonly offered: readonly OfferedTool[];
  readonly onClose: () => void;
};

/** Choosing a tool, its form, and then what becomes of the task: one window. */
export function ToolDialog({ opened, onClose, offered, serial, datasetRef }: ToolDialogProps) {
  const [chosen, setChosen] = useState<{ readonly serial: number; readonly id: string } | null>(null);
  const known = chosen !== null && chosen.serial === serial ? chosen.id : undefined;
  const current = offered.length === 1 ? offered[0] : offered.find(({ tool }) => tool.id === known);
  const heading = useRef<HTMLSpanElement>(null);
  const startPart = (): void => startAtTop(heading.current);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={
        <span ref={heading} tabIndex={-1} data-autofocus="" className="al-dialog-heading">
          {current?.tool.title ?? i18n.t('Tools')}
        </span>
      }
    >
      {current === undefined ? (
        <ToolChoice offered={offered} onChoose={(id) => setChosen({ serial, id })} />
      ) : (
        <OneTool
          key={`${serial} ${current.tool.id}`}
          datasetRef={datasetRef}
          offered={current}
          onPart={startPart}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type ToolChoiceProps = { readonly offered: readonly OfferedTool[]; readonly onChoose: (id: string) => void };

const ToolChoice = ({ offered, onChoose }: ToolChoiceProps) =>
  offered.length === 0 ? (
    <EmptyState title={i18n.t('No tool fits')}>
      <Text c="dimmed" ta="center">
        {i18n.t('No tool works with this selection.')}
      </Text>
    </EmptyState>
  ) : (
    <ul className="al-tool-list">
      {offered.map(({ tool: { id, title, description, disabled, disabledMessage } }) => (
        <li key={id}>
          <button type="button" className="al-tool" disabled={disabled} onClick={() => onChoose(id)}>
            <strong>{title}</strong>
            <span>{disabled ? (disabledMessage ?? i18n.t('This tool is switched off.')) : description}</span>
          </button>
        </li>
      ))}
    </ul>
  );

type OneToolProps = {
  readonly datasetRef: DatasetRef;
  readonly offered: OfferedTool;
  /** What is shown is another part: the form, or a task. */
  readonly onPart: () => void;
  readonly onClose: () => void;
};

/** The form of a tool; after it was started, the task. */
function OneTool({ datasetRef, offered, onPart, onClose }: OneToolProps) {
  const queries = useQueryClient();
  const [started, setStarted] = useState<{
    readonly taskId: string;
    readonly deduplicated: boolean;
    readonly params: Readonly<Record<string, unknown>>;
  } | null>(null);
  const begin = useEffectEvent(onPart);
  useEffect(() => {
    begin();
  }, [started?.taskId]);
  const again = useMutation({
    mutationFn: (params: Readonly<Record<string, unknown>>) =>
      submitTask(datasetRef, { toolId: offered.tool.id, version: offered.tool.version, params, force: true }),
    onSuccess: async (task, params) => {
      setStarted({ ...task, params });
      await queries.invalidateQueries({ queryKey: keys.datasetTasks(datasetRef) });
    },
  });
  /** A task that failed is the beginning of another one. */
  const [given, setGiven] = useState(offered.given);
  if (started === null)
    return (
      <ToolForm
        {...offered}
        given={given}
        datasetRef={datasetRef}
        onClose={onClose}
        onStarted={(task, params) => setStarted({ ...task, params })}
      />
    );
  return (
    <Stack>
      {started.deduplicated && (
        <Alert color="petrol" title={i18n.t('This ran before')}>
          <Stack gap="sm" align="flex-start">
            {i18n.t('The inputs are unchanged; showing the earlier task.')}
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate(started.params)}>
              {i18n.t('Do it again')}
            </Button>
          </Stack>
        </Alert>
      )}
      {again.error !== null && <Problem title={i18n.t('It was not started again')} error={again.error} />}
      <TaskReport
        datasetRef={datasetRef}
        taskId={started.taskId}
        onGone={onClose}
        onChange={(params) => {
          setGiven(params);
          setStarted(null);
        }}
      />
    </Stack>
  );
}
