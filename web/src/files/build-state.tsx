import '../styles/build-state.css';
import { Button, Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import type { Entry } from '../api/answers.ts';
import { wasCancelled } from '../api/entries.ts';
import { shownName } from './entry-path.ts';
import { missingText } from './missing-text.ts';
import { warningOf } from './entry-warning.ts';
import { i18n } from '../languages/i18n.ts';

type BuildStateProps = {
  readonly entry: Entry;
  readonly tabIndex: number;
  /** Shows why the build failed or waits. */
  readonly onExplain: () => void;
};

/** What happens to the entry's map right now; else what is wrong with the file; else nothing. */
export function BuildState({ entry, tabIndex, onExplain }: BuildStateProps) {
  switch (entry.buildStatus) {
    case 'queued':
      return (
        <span className="al-state">
          <Loader size={14} aria-hidden /> {i18n.t('Waiting to build')}
        </span>
      );
    case 'building': {
      const percent = Math.round(entry.buildProgress ?? 0);
      return (
        <span className="al-state al-state-progress">
          <span>{i18n.t('Building {percent} %', { percent })}</span>
          <Progress value={percent} size="sm" aria-label={i18n.t('Building {path}', { path: shownName(entry.path) })} />
        </span>
      );
    }
    case 'pending':
      return (
        <Button
          size="compact-sm"
          variant="default"
          className="al-state-failed al-state-waits"
          leftSection={<IconClockPause size={16} aria-hidden />}
          aria-label={i18n.t('{missing}: {path}. Show what to do', {
            missing: missingText(entry),
            path: shownName(entry.path),
          })}
          tabIndex={tabIndex}
          data-stop=""
          onClick={onExplain}
        >
          {missingText(entry)}
        </Button>
      );
    case 'failed': {
      const cancelled = wasCancelled(entry);
      const text = cancelled ? i18n.t('Build cancelled') : i18n.t('Build failed');
      return (
        <Button
          size="compact-sm"
          variant={cancelled ? 'default' : 'light'}
          color="red"
          className="al-state-failed"
          leftSection={<IconAlertTriangle size={16} aria-hidden />}
          aria-label={i18n.t('{text}: {path}. Show why', { text, path: shownName(entry.path) })}
          title={entry.buildError ?? ''}
          tabIndex={tabIndex}
          data-stop=""
          onClick={onExplain}
        >
          {text}
        </Button>
      );
    }
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
