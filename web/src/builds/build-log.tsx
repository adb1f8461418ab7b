import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { buildLogQuery, isActiveBuild, type LogOf } from '../api/builds.ts';
import type { DatasetRef } from '../api/types.ts';
import { formatIsoDateTime } from '../format/time.ts';
import { Problem } from '../parts/problem.tsx';
import { buildText } from './build-texts.ts';

/** Nearer to the end than about a line is at the end. */
const LINE_PX = 24;

type BuildLogProps = { readonly datasetRef: DatasetRef; readonly of: LogOf };

/** The log of a build; it grows while the build runs. */
export function BuildLog({ datasetRef, of }: BuildLogProps) {
  const log = useQuery(buildLogQuery(datasetRef, of));
  const box = useRef<HTMLTextAreaElement>(null);
  const text = log.data?.log ?? '';
  // The newest line is in sight, unless the person has scrolled up to read.
  const atEnd = useRef(true);
  useEffect(() => {
    if (box.current !== null && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (log.error !== null) {
    return <Problem title="The log could not be read" error={log.error} onRetry={() => void log.refetch()} />;
  }
  if (log.isPending) return <Skeleton height={120} radius="md" />;
  if (log.data === null) return <Text c="dimmed">There is no log of a build any more.</Text>;
  const percent = log.data.progressPercent;
  return (
    <section aria-label="Log">
      <Text size="sm" c="dimmed" role="status">
        {buildText(log.data)}
        {isActiveBuild(log.data) && percent !== null && ` ${Math.round(percent)} %`}, asked for{' '}
        {formatIsoDateTime(log.data.createdAt)}
      </Text>
      {/* A field that keys can go to and scroll, and of which all is chosen at once. */}
      <textarea
        ref={box}
        readOnly
        rows={10}
        value={text === '' ? 'Nothing has been written yet.' : text}
        aria-label="Lines of the log"
        className="al-log"
        onScroll={({ currentTarget: it }) => {
          atEnd.current = it.scrollHeight - it.scrollTop - it.clientHeight < LINE_PX;
        }}
      />
    </section>
  );
}
