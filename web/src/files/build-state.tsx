import { Button, Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { DatasetRef, Entry } from '../api/types.ts';
import { BuildFailureDialog } from './build-failure-dialog.tsx';
import { baseName } from './entry-path.ts';
import { missingText } from './missing-text.ts';
import { warningOf } from './entry-kind.ts';

type BuildStateProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly tabIndex: number;
  readonly canWrite: boolean;
};

/** What happens to the entry's map right now; else what is wrong with the file; else nothing. */
export function BuildState({ datasetRef, entry, tabIndex, canWrite }: BuildStateProps) {
  const [explaining, setExplaining] = useState(false);
  switch (entry.buildStatus) {
    case 'queued':
      return (
        <span className="al-state">
          <Loader size={14} aria-hidden /> Waiting to build
        </span>
      );
    case 'building': {
      const percent = Math.round(entry.buildProgress ?? 0);
      return (
        <span className="al-state al-state-progress">
          <span>Building {percent} %</span>
          <Progress value={percent} size="sm" aria-label={`Building ${baseName(entry.path)}`} />
        </span>
      );
    }
    case 'pending':
      return (
        <span className="al-state">
          <IconClockPause size={16} aria-hidden /> {missingText(entry)}
        </span>
      );
    case 'failed':
      return (
        <>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            className="al-state-failed"
            leftSection={<IconAlertTriangle size={16} aria-hidden />}
            aria-label={`Build failed: ${baseName(entry.path)}. Show why`}
            tabIndex={tabIndex}
            data-stop=""
            onClick={() => setExplaining(true)}
          >
            Build failed
          </Button>
          <BuildFailureDialog
            datasetRef={datasetRef}
            entry={entry}
            opened={explaining}
            onClose={() => setExplaining(false)}
            canWrite={canWrite}
          />
        </>
      );
    default:
      return <Warning entry={entry} />;
  }
}

/** What the service found wrong with the file when it looked into it. */
function Warning({ entry }: { readonly entry: Entry }) {
  const warning = warningOf(entry);
  if (warning === null) return null;
  return (
    <span className="al-state al-state-warning" title={warning}>
      <IconAlertTriangle size={16} aria-hidden /> <span>{warning}</span>
    </span>
  );
}
