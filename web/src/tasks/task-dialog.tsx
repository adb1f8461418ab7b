import '../styles/tasks.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { taskQuery, type TaskDetails } from '../api/tasks.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { OfferedTool } from './offered.ts';
import { startAtTop } from './start-at-top.ts';
import { TaskReport } from './task-report.tsx';
import { ToolForm } from './tool-form.tsx';
import { i18n } from '../languages/i18n.ts';

type TaskDialogProps = {
  readonly datasetRef: DatasetRef;
  /** Undefined: none is open. */
  readonly taskId: string | undefined;
  readonly opened: boolean;
  readonly titleOf: (toolId: string) => string;
  /** The tools that the person may start. */
  readonly startable: readonly OfferedTool[];
  /** Another one takes its place. */
  readonly onOpen: (taskId: string) => void;
  readonly onClose: () => void;
};

/** A task in a window. */
export function TaskDialog({ datasetRef, taskId, opened, titleOf, startable, onOpen, onClose }: TaskDialogProps) {
  const task = useQuery({ ...taskQuery(datasetRef, taskId ?? ''), enabled: opened });
  const [changing, setChanging] = useState<{ readonly taskId: string; readonly params: TaskDetails['params'] } | null>(
    null,
  );
  const tool = startable.find((offered) => offered.tool.id === task.data?.toolId)?.tool;
  const isForm = changing !== null && changing.taskId === taskId;
  const heading = useRef<HTMLSpanElement>(null);
  // The button that was pressed is gone: what took its place is read from its beginning.
  useEffect(() => startAtTop(heading.current), [isForm]);
  const close = (): void => {
    setChanging(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={
        <span ref={heading} tabIndex={-1} className="al-dialog-heading">
          {task.data === undefined ? i18n.t('Task') : titleOf(task.data.toolId)}
        </span>
      }
    >
      {taskId !== undefined && tool !== undefined && isForm && (
        <ToolForm
          datasetRef={datasetRef}
          tool={tool}
          given={changing.params}
          onStarted={(started) => onOpen(started.taskId)}
          onClose={() => setChanging(null)}
        />
      )}
      {taskId !== undefined && !isForm && (
        <TaskReport
          datasetRef={datasetRef}
          taskId={taskId}
          onGone={close}
          onChange={tool && ((params) => setChanging({ taskId, params }))}
        />
      )}
    </Dialog>
  );
}
