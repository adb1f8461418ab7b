import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { EmptyState } from '../parts/empty-state.tsx';

/** Stands where a map would be, of a file that is no raster. */
export const NoMap = ({ onDownload }: { readonly onDownload: () => void }) => (
  <EmptyState title="This file cannot be shown on the map yet">
    <Text c="dimmed" ta="center">
      The map shows rasters, and point clouds open in 3D. The file itself is stored and can be downloaded.
    </Text>
    <Button leftSection={<IconDownload size={18} />} onClick={onDownload}>
      Download
    </Button>
  </EmptyState>
);
