import { Button } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';

/** The way to the builds of a dataset. */
export const BuildsLink = ({ datasetRef }: { readonly datasetRef: DatasetRef }) => (
  <Button
    variant="default"
    leftSection={<IconHammer size={18} />}
    renderRoot={(props) => <Link to="/r/$org/$ds/builds" params={datasetRef} {...props} />}
  >
    Builds
  </Button>
);
