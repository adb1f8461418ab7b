import '@mantine/core/styles/Tabs.css';
import '../../styles/inspector.css';
import { CloseButton, Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { PropertiesContent } from '../../files/properties/properties-content.tsx';
import { detailsQuery } from '../../kinds/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { Analyse, type Measuring } from './analyse.tsx';
import { History } from './history.tsx';
import type { InspectorTab } from './inspector-tabs.ts';
import { i18n } from '../../languages/i18n.ts';

type InspectorProps = {
  readonly datasetRef: DatasetRef;
  readonly title: string;
  /** The file; null for what stands for many, of which there is only a style. */
  readonly entry: Entry | null;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  /** How it is shown; absent where nothing is drawn of it. */
  readonly style?: ReactNode;
  /** The look that it has there, in words of its kind. Default: the usual one */
  readonly look?: string;
  readonly mayWrite: boolean;
  /** Measuring on the map; absent where there is none. */
  readonly measuring?: Measuring;
  readonly onClose: () => void;
  readonly titleId?: string;
};

/** What is selected: what it is, how it is shown, what can be done with it and what happened to it. */
export function Inspector(props: InspectorProps) {
  const { datasetRef, title, entry, tab, onTab, style, look = '', mayWrite, measuring, onClose, titleId } = props;
  const offered = tabsOf(entry !== null, style !== undefined);
  const open = offered.find(({ value }) => value === tab)?.value ?? offered[0]?.value ?? 'info';
  return (
    <>
      <div className="al-inspector-head">
        <Title order={2} size="h5" className="al-break" id={titleId}>
          <bdi>{title}</bdi>
        </Title>
        <CloseButton aria-label={i18n.t('Close')} data-autofocus="" onClick={onClose} />
      </div>
      <Tabs
        value={open}
        onChange={(value) => onTab(offered.find((it) => it.value === value)?.value ?? open)}
        keepMounted={false}
      >
        <Tabs.List grow>
          {offered.map(({ value, name }) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {entry !== null && (
          <>
            <Tabs.Panel value="info" pt="md">
              <Facts datasetRef={datasetRef} entry={entry} />
            </Tabs.Panel>
            <Tabs.Panel value="analyse" pt="md">
              <Analyse
                datasetRef={datasetRef}
                entry={entry}
                mayWrite={mayWrite}
                isOnMap={style !== undefined}
                measuring={measuring}
                look={look}
              />
            </Tabs.Panel>
            <Tabs.Panel value="history" pt="md">
              <History datasetRef={datasetRef} entry={entry} />
            </Tabs.Panel>
          </>
        )}
        {style !== undefined && (
          <Tabs.Panel value="style" pt="md">
            {style}
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}

const TABS: readonly { readonly value: InspectorTab; readonly name: string }[] = [
  { value: 'info', name: i18n.t('Info') },
  { value: 'style', name: i18n.t('Style') },
  { value: 'analyse', name: i18n.t('Analyse') },
  { value: 'history', name: i18n.t('History') },
];

const tabsOf = (hasFile: boolean, hasStyle: boolean) =>
  TABS.filter(({ value }) => (value === 'style' ? hasStyle : hasFile));

function Facts({ datasetRef, entry }: { readonly datasetRef: DatasetRef; readonly entry: Entry }) {
  const details = useQuery(detailsQuery);
  if (details.isPending) return <Skeleton height={240} />;
  if (details.error !== null)
    return <Problem title={i18n.t('This did not open')} error={details.error} onRetry={() => void details.refetch()} />;
  return (
    <Stack gap="lg">
      <PropertiesContent key={entry.path} datasetRef={datasetRef} entry={entry} details={details.data} />
    </Stack>
  );
}
