import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pathOfLink, type DatasetRef } from '../../api/addresses.ts';
import { parentPath, shownName } from '../../files/entry-path.ts';
import { i18n } from '../../languages/i18n.ts';
import { Trans } from '../../languages/trans.tsx';

type NotOnMapProps = { readonly datasetRef: DatasetRef; readonly path: string; readonly onClose: () => void };

/** Says that what the address selects is no layer: it is of a kind that maps do not show, or it is gone. */
export const NotOnMap = ({ datasetRef, path, onClose }: NotOnMapProps) => (
  <Alert
    className="al-map-notice"
    color="orange"
    role="status"
    title={i18n.t('{path} is not on the map', { path: shownName(path) })}
    withCloseButton
    closeButtonLabel={i18n.t('Close')}
    onClose={onClose}
  >
    <Trans
      id="Maps show photos, videos, rasters, vectors, point clouds and models, where they say where they are. <0>Show in files</0>"
      components={{
        0: (
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/r/$org/$ds"
                params={datasetRef}
                search={{ view: 'files', path: (pathOfLink() ?? parentPath(path)) || undefined }}
                {...props}
              />
            )}
          />
        ),
      }}
    />
  </Alert>
);
