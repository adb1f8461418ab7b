import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { gisAddress, type GisService, type DatasetRef } from '../api/addresses.ts';
import { CopyFact } from '../parts/copy-fact.tsx';
import { Dialog } from '../parts/dialog.tsx';

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
  { service: 'wmts', name: 'WMTS: map tiles, quick to look at' },
  { service: 'wms', name: 'WMS: maps in any projection' },
  { service: 'wfs', name: 'WFS: features with their attributes', isData: true },
  { service: 'wcs', name: 'WCS: values of rasters', isData: true },
  { service: 'ogcapi', name: 'OGC API: features and tiles, also as pages' },
];

/** Addresses by which GIS programs read the layers. */
export function GisDialog({ datasetRef, folder, isPublic, byLink, withData, opened, onClose }: GisDialogProps) {
  return (
    <Dialog title="Use in QGIS and other programs" size="lg" opened={opened} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          In QGIS: Layer, Data Source Manager, then the kind of service (WMS/WMTS, WFS / OGC API - Features, or WCS),
          New, and paste its whole address. Rasters and vector files are there as layers as soon as they are built.
        </Text>
        {folder !== '' && <Text size="sm">They show what is in this folder; OGC API shows the whole dataset.</Text>}
        {SERVICES.filter(({ isData }) => withData || isData !== true).map(({ service, name }) => (
          <CopyFact
            key={service}
            name={name}
            value={gisAddress(datasetRef, service, folder)}
            what={`the address of ${service.toUpperCase()}`}
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
      <Text size="sm">The addresses hold the secret of the link: whoever has one can read what the link shows.</Text>
    );
  if (isPublic) return <Text size="sm">The dataset is public: no name and no password are needed.</Text>;
  return (
    <Text size="sm">
      The dataset is private: give the program your name, and as password a token of{' '}
      <Anchor underline="always" renderRoot={(props) => <Link to="/account" {...props} />}>
        your account
      </Anchor>
      , so that your own password stays with you.
    </Text>
  );
}
