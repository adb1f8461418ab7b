import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pathOfLink, type DatasetRef } from '../../api/addresses.ts';
import { parentPath, shownName } from '../../files/entry-path.ts';

type NotOnMapProps = { readonly datasetRef: DatasetRef; readonly path: string; readonly onClose: () => void };

/** Says that what the address selects is no layer: it is of a kind that maps do not show, or it is gone. */
export const NotOnMap = ({ datasetRef, path, onClose }: NotOnMapProps) => (
  <Alert
    className="al-map-notice"
    color="orange"
    role="status"
    title={`${shownName(path)} is not on the map`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    Maps show photos, rasters, vectors, point clouds and models.{' '}
    <Anchor
      renderRoot={(props) => (
        <Link
          to="/r/$org/$ds"
          params={datasetRef}
          search={{ view: 'files', path: (pathOfLink() ?? parentPath(path)) || undefined }}
          {...props}
        />
      )}
    >
      Show in files
    </Anchor>
  </Alert>
);
