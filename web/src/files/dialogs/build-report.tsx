import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { entryQuery, wasCancelled } from '../../api/entries.ts';
import { BuildLog } from '../../builds/build-log.tsx';
import { missingFiles } from '../../builds/build-texts.ts';
import { Problem } from '../../parts/problem.tsx';
import { warningOf } from '../entry-warning.ts';
import { shownName } from '../entry-path.ts';
import { useRebuild } from '../use-rebuild.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';
import { Trans } from '../../languages/trans.tsx';

type BuildReportProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly canWrite: boolean;
};

/** The entry as it is by now: the report stays open while it is built. */
const useCurrent = ({ datasetRef, entry }: Omit<BuildReportProps, 'canWrite'>): Entry =>
  useQuery(entryQuery(datasetRef, entry.path)).data ?? entry;

/** Heading of the report about an entry. */
export function BuildTitle(props: Omit<BuildReportProps, 'canWrite'>) {
  const entry = useCurrent(props);
  const { buildStatus } = entry;
  if (wasCancelled(entry)) return i18n.t('The build was cancelled');
  if (buildStatus === 'failed') return i18n.t('The build failed');
  return buildStatus === 'pending' ? i18n.t('The build waits') : i18n.t('Build');
}

/** Where the build of a file stands: why it failed, what it waits for, its log, and the way to start it again. */
export function BuildReport({ canWrite, ...about }: BuildReportProps) {
  const { datasetRef } = about;
  const entry = useCurrent(about);
  const again = useRebuild(datasetRef);
  const name = shownName(entry.path);
  const warning = warningOf(entry);
  return (
    <Stack>
      {entry.buildStatus === 'failed' && (
        <>
          <Text c="dimmed" size="sm" className="al-break">
            {wasCancelled(entry)
              ? i18n.t('{name} is stored and can be downloaded. Somebody cancelled its build:', { name })
              : i18n.t('{name} is stored and can be downloaded. Its build failed:', { name })}
          </Text>
          <Text className="al-reason">{entry.buildError ?? i18n.t('The service gave no reason.')}</Text>
          {warning !== null && (
            // Often the way out: the build says what it could not do, the warning which file is missing.
            <Text size="sm" className="al-break">
              {i18n.t('About this file: {warning}', { warning })}
            </Text>
          )}
        </>
      )}
      {entry.buildStatus === 'pending' && <Missing entry={entry} canWrite={canWrite} />}
      {entry.buildStatus !== 'failed' && entry.buildStatus !== 'pending' && (
        <Text fw={600} className="al-break">
          <bdi>{name}</bdi>
        </Text>
      )}
      {again.error !== null && <Problem title={i18n.t('The build was not started')} error={again.error} />}
      {canWrite && (
        <Group justify="flex-end">
          <Button
            data-autofocus
            variant={entry.buildStatus === 'failed' ? 'filled' : 'default'}
            loading={again.isPending}
            onClick={() => again.mutate(entry.path)}
          >
            {i18n.t('Build again')}
          </Button>
        </Group>
      )}
      <BuildLog datasetRef={datasetRef} of={{ path: entry.path }} />
    </Stack>
  );
}

const NAME = <b dir="auto" />;
const PLACE = <Text component="span" size="sm" c="dimmed" />;

/** Which files have to come, and where they belong. */
function Missing({ entry, canWrite }: Pick<BuildReportProps, 'entry' | 'canWrite'>) {
  const files = missingFiles(entry);
  const path = shownName(entry.path);
  const count = files.length;
  return (
    <>
      <Text className="al-break">
        {canWrite
          ? i18n.t(
              '{path} is stored. It cannot be built without {count, plural, one {a file that is} other {files that are}} not there yet; upload what is missing, and the build begins by itself:',
              { path, count },
            )
          : i18n.t(
              '{path} is stored. It cannot be built without {count, plural, one {a file that is} other {files that are}} not there yet:',
              { path, count },
            )}
      </Text>
      <ul className="al-plain-list">
        {files.map(({ name, folder }) => (
          <li key={`${folder}/${name}`} className="al-break">
            {folder === '' ? (
              <Trans
                id="<0>{name}</0> <1>into the dataset itself</1>"
                values={{ name: plain(name) }}
                components={{ 0: NAME, 1: PLACE }}
              />
            ) : (
              <Trans
                id="<0>{name}</0> <1>into {folder}</1>"
                values={{ name: plain(name), folder: <bdi>{plain(folder)}</bdi> }}
                components={{ 0: NAME, 1: PLACE }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
