import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { gisAddress, type GisService, type DatasetRef } from '../api/addresses.ts';
import { CopyFact } from '../parts/copy-fact.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { i18n } from '../languages/i18n.ts';
import { Trans } from '../languages/trans.tsx';

export interface GisDialogProps {
  readonly datasetRef: DatasetRef;
  /** Empty: the whole dataset. */
  readonly folder: string;
  readonly isPublic: boolean;
  /** Whether the page was opened by a link, whose token the addresses then have. */
  readonly byLink: boolean;
  /** False where a share link withholds files: then there are pictures, and no values. */
  readonly withData: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const SERVICES: readonly { readonly service: GisService; readonly name: string; readonly isData?: true }[] = [
  { service: 'wmts', name: i18n.t('WMTS: map tiles, quick to look at') },
  { service: 'wms', name: i18n.t('WMS: maps in any projection') },
  { service: 'wfs', name: i18n.t('WFS: features with their attributes'), isData: true },
  { service: 'wcs', name: i18n.t('WCS: values of rasters'), isData: true },
  { service: 'ogcapi', name: i18n.t('OGC API: features and tiles, also as pages') },
];

/** Addresses by which GIS programs read the layers. */
export function GisDialog({ datasetRef, folder, isPublic, byLink, withData, opened, onClose }: GisDialogProps) {
  return (
    <Dialog title={i18n.t('Use in QGIS and other programs')} size="lg" opened={opened} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          {i18n.t(
            'In QGIS: Layer, Data Source Manager, then the kind of service (WMS/WMTS, WFS / OGC API - Features, or WCS), New, and paste its whole address. Rasters and vector files are there as layers as soon as they are built.',
          )}
        </Text>
        {folder !== '' && (
          <Text size="sm">{i18n.t('They show what is in this folder; OGC API shows the whole dataset.')}</Text>
        )}
        {SERVICES.filter(({ isData }) => withData || isData !== true).map(({ service, name }) => (
          <CopyFact
            key={service}
            name={name}
            value={gisAddress(datasetRef, service, folder)}
            what={i18n.t('the address of {service}', { service: service.toUpperCase() })}
          />
        ))}
        <Access isPublic={isPublic} byLink={byLink} />
      </Stack>
    </Dialog>
  );
}

function Access({ isPublic, byLink }: Pick<GisDialogProps, 'isPublic' | 'byLink'>) {
  if (byLink)
    return (
      <Text size="sm">
        {i18n.t('The addresses hold the secret of the link: everybody who has one can read what the link shows.')}
      </Text>
    );
  if (isPublic) return <Text size="sm">{i18n.t('The dataset is public: no name and no password are needed.')}</Text>;
  return (
    <Text size="sm">
      <Trans
        id="The dataset is private: give the program your name, and as password a token of <0>your account</0>, so that your own password stays with you."
        components={{ 0: <Anchor underline="always" renderRoot={(props) => <Link to="/account" {...props} />} /> }}
      />
    </Text>
  );
}
