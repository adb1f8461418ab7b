import { useQuery } from '@tanstack/react-query';
import { taskQuery } from '../api/tasks.ts';
import type { DatasetRef } from '../api/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TaskReport } from './task-report.tsx';

type TaskDialogProps = {
  readonly datasetRef: DatasetRef;
  /** Undefined: none is open. */
  readonly taskId: string | undefined;
  readonly opened: boolean;
  readonly titleOf: (toolId: string) => string;
  readonly onClose: () => void;
};

/** A task in a window. */
export function TaskDialog({ datasetRef, taskId, opened, titleOf, onClose }: TaskDialogProps) {
  const task = useQuery({ ...taskQuery(datasetRef, taskId ?? ''), enabled: opened });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={task.data === undefined ? 'Task' : titleOf(task.data.toolId)}
    >
      {taskId !== undefined && <TaskReport datasetRef={datasetRef} taskId={taskId} onGone={onClose} />}
    </Dialog>
  );
}
