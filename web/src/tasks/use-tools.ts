import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { toolsQuery } from '../api/tasks.ts';
import { offeredInFolder, offeredTools, type OfferedTool } from './offered.ts';

type UseTools = {
  /** Whether the person may write to the dataset. */
  readonly canWrite: boolean;
  /** False where tools cannot be started, as by a share link. */
  readonly enabled: boolean;
};

const NONE: readonly OfferedTool[] = [];

/** The tools of a dataset: which fit, and the dialog that starts them. */
export function useTools(ref: DatasetRef, { canWrite, enabled }: UseTools) {
  const tools = useQuery({ ...toolsQuery(ref), enabled });
  const [dialog, setDialog] = useState({ offered: NONE, opened: false, serial: 0 });
  return {
    /** Those for these entries; without any, for the whole dataset. */
    for: (entries: readonly Entry[]): readonly OfferedTool[] =>
      enabled ? offeredTools(tools.data ?? [], entries, canWrite) : NONE,
    /** Those for a folder that is open; '' is the dataset. */
    inFolder: (path: string): readonly OfferedTool[] => {
      if (!enabled) return NONE;
      return path === ''
        ? offeredTools(tools.data ?? [], [], canWrite)
        : offeredInFolder(tools.data ?? [], path, canWrite);
    },
    open: (offered: readonly OfferedTool[]): void =>
      setDialog(({ serial }) => ({ offered, opened: true, serial: serial + 1 })),
    /** What the dialog takes. */
    dialog: { ...dialog, onClose: () => setDialog((old) => ({ ...old, opened: false })) },
  };
}
