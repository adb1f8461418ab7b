import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconCube3dSphere, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { metadataQuery } from '../../api/metadata.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { textOf } from '../../format/value.ts';
import { type DetailsList, isFolder, isPart, viewerFor } from '../../kinds/index.ts';
import { formatItems } from '../../api/item-list.ts';
import { EntryPicture } from '../entry-picture.tsx';
import { builtAddresses } from './built-addresses.ts';
import { CopyFact } from '../../parts/copy-fact.tsx';
import { factGroups } from './entry-facts.ts';
import { warningOf } from '../entry-warning.ts';
import { DownloadProblem } from '../download-problem.tsx';
import { useDownload } from '../use-download.ts';
import { useHasThumbnail } from '../use-has-thumbnail.ts';
import { i18n } from '../../languages/i18n.ts';

type PropertiesContentProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly details: DetailsList;
};

export function PropertiesContent({ datasetRef, entry, details }: PropertiesContentProps) {
  const metadata = useQuery(metadataQuery(datasetRef, entry.path));
  const warning = warningOf(entry);
  const addresses = builtAddresses(location.origin, datasetRef, entry, details);
  const download = useDownload(datasetRef);
  const pictured = useHasThumbnail(entry);
  return (
    <>
      {pictured && (
        <div className="al-properties-picture">
          <EntryPicture datasetRef={datasetRef} entry={entry} size={512} />
        </div>
      )}
      {viewerFor(entry).opens === 'scene' && (entry.buildStatus ?? null) === null && (
        <Button
          leftSection={<IconCube3dSphere size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/r/$org/$ds/scene" params={datasetRef} search={{ items: formatItems([entry.path]) }} {...props} />
          )}
        >
          {i18n.t('Open in 3D')}
        </Button>
      )}
      {download.offered && (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download.start([entry.path])}
        >
          {isFolder(entry) ? i18n.t('Download as zip') : i18n.t('Download')}
        </Button>
      )}
      <DownloadProblem download={download} />
      {warning !== null && (
        <Alert
          color="orange"
          variant="light"
          title={i18n.t('Something is wrong with this file')}
          icon={<IconAlertTriangle />}
          className="al-warning"
        >
          {warning}
        </Alert>
      )}
      {factGroups(entry, details).map(({ title, facts }) => (
        <Group key={title} title={title}>
          <FactList facts={facts} />
          {title === i18n.t('File') && entry.hash !== null && (
            <CopyFact name="SHA-256" value={entry.hash} what={i18n.t('the SHA-256')} />
          )}
        </Group>
      ))}
      {details.all.map(({ section }) => {
        const content = isPart(entry) ? null : (section?.render(entry, datasetRef) ?? null);
        if (section === undefined || content === null) return null;
        return (
          <Group key={section.title} title={section.title}>
            {content}
          </Group>
        );
      })}
      {download.offered && addresses.length > 0 && (
        <Group title={i18n.t('For QGIS and other programs')}>
          <Text size="sm" c="dimmed">
            {i18n.t('What is private is opened with your user name and an access token as the password.')}
          </Text>
          {addresses.map(({ name, address }) => (
            <CopyFact key={name} name={name} value={address} what={i18n.t('the address: {name}', { name })} />
          ))}
        </Group>
      )}
      {metadata.error !== null && <Problem title={i18n.t('The metadata could not be read')} error={metadata.error} />}
      {metadata.data !== undefined && metadata.data.length > 0 && (
        <Group title={i18n.t('Metadata')}>
          <FactList facts={metadata.data.map(({ key, values }) => [key, values.map(textOf).join('\n')] as const)} />
        </Group>
      )}
    </>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="al-properties-group">
    <Text component="h3" fw={600}>
      {title}
    </Text>
    {children}
  </section>
);
