import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

type ExportMenuProps = {
  readonly onExport: (format: 'csv' | 'geojson') => void;
  readonly isBusy: boolean;
  /** Rows that an export has at most, where there are more. */
  readonly limit?: string | undefined;
};

/** Files of what the filter leaves. */
export const ExportMenu = ({ onExport, isBusy, limit }: ExportMenuProps) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <Button variant="default" loading={isBusy} leftSection={<IconDownload size={18} aria-hidden />}>
        {i18n.t('Export')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {limit !== undefined && <Menu.Label>{limit}</Menu.Label>}
      <Menu.Item onClick={() => onExport('csv')}>{i18n.t('CSV')}</Menu.Item>
      <Menu.Item onClick={() => onExport('geojson')}>{i18n.t('GeoJSON')}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
