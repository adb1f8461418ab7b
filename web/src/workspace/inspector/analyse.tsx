import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartArea, IconCube3dSphere, IconMap2, IconPyramid, IconTable, IconTools } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { pathOfLink, tokenOfLink, type DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { sessionQuery } from '../../api/session.ts';
import { formatItems } from '../../api/item-list.ts';
import { detailsQuery, kindOf, viewerFor } from '../../kinds/index.ts';
import { soon } from '../../parts/soon.tsx';
import { useTools } from '../../tasks/use-tools.ts';
import { i18n } from '../../languages/i18n.ts';

const ToolDialog = soon(async () => (await import('../../tasks/tool-dialog.tsx')).ToolDialog);

/** Measuring on the map that the file is shown on. */
export type Measuring = { readonly start: (tool: 'profile' | 'volume', surface: string) => void };

type AnalyseProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly mayWrite: boolean;
  /** The page is the map that shows it. */
  readonly isOnMap: boolean;
  readonly measuring: Measuring | undefined;
  /** How the map shows it; tools begin with that. '' is the usual look. */
  readonly look: string;
};

/** What can be found out about a file: its numbers, measuring on it, other views of it, and tools that take it. */
export function Analyse({ datasetRef, entry, mayWrite, isOnMap, measuring, look }: AnalyseProps) {
  const details = useQuery(detailsQuery);
  const session = useQuery(sessionQuery);
  const enabled = tokenOfLink() === undefined && (session.data ?? null) !== null;
  const tools = useTools(datasetRef, { canWrite: mayWrite, enabled });
  const offered = tools.for([entry]);
  const isBuilt = (entry.buildStatus ?? null) === null;
  const { analysis, given } = details.data?.ofType(entry.type) ?? {};
  const numbers = analysis?.(entry, datasetRef) ?? null;
  const { opens } = viewerFor(entry);
  const isVector = kindOf(entry).name === 'vector';
  const path = pathOfLink() || undefined;
  const hasMap = opens === 'map' && !isOnMap;
  const hasViews = isBuilt && (hasMap || opens === 'scene' || isVector);
  return (
    <Stack gap="lg">
      {measuring !== undefined && (
        <Part title={i18n.t('Measure')}>
          <Button
            variant="default"
            leftSection={<IconChartArea size={18} aria-hidden />}
            onClick={() => measuring.start('profile', entry.path)}
          >
            {i18n.t('Profile')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPyramid size={18} aria-hidden />}
            onClick={() => measuring.start('volume', entry.path)}
          >
            {i18n.t('Volume')}
          </Button>
        </Part>
      )}
      {hasViews && (
        <Part title={i18n.t('Open in')}>
          {hasMap && (
            <Button
              variant="default"
              leftSection={<IconMap2 size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/r/$org/$ds" params={datasetRef} search={{ view: 'map', sel: entry.path, path }} {...props} />
              )}
            >
              {i18n.t('Map')}
            </Button>
          )}
          {opens === 'scene' && (
            <Button
              variant="default"
              leftSection={<IconCube3dSphere size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link
                  to="/r/$org/$ds/scene"
                  params={datasetRef}
                  search={{ items: formatItems([entry.path]) }}
                  {...props}
                />
              )}
            >
              3D
            </Button>
          )}
          {isVector && (
            <Button
              variant="default"
              leftSection={<IconTable size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/r/$org/$ds/table" params={datasetRef} search={{ tab: entry.path, path }} {...props} />
              )}
            >
              {i18n.t('Table')}
            </Button>
          )}
        </Part>
      )}
      {offered.length > 0 && (
        <Part title={i18n.t('Tools')}>
          {offered.map((one) => (
            <Button
              key={one.tool.id}
              variant="default"
              leftSection={<IconTools size={18} aria-hidden />}
              disabled={one.tool.disabled}
              onClick={() => tools.open([{ ...one, given: { ...one.given, ...given?.(one.tool.id, look) } }])}
            >
              {`${one.tool.title}…`}
            </Button>
          ))}
        </Part>
      )}
      {numbers !== null && <Suspense fallback={<Skeleton height={140} />}>{numbers}</Suspense>}
      {measuring === undefined && !hasViews && offered.length === 0 && numbers === null && (
        <Text size="sm" c="dimmed">
          {isBuilt ? i18n.t('No tool takes this file.') : i18n.t('The file can be analysed once it is prepared.')}
        </Text>
      )}
      {enabled && <ToolDialog datasetRef={datasetRef} {...tools.dialog} />}
    </Stack>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="al-properties-group">
    <Text component="h3" fw={600}>
      {title}
    </Text>
    <div className="al-inspector-buttons">{children}</div>
  </section>
);
