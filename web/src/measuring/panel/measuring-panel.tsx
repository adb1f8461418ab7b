import { ActionIcon, Button, CloseButton, Menu, NativeSelect, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MeasurementStore } from '../keeping/measurement-store.ts';
import type { SidecarChoice } from '../keeping/sidecar-paths.ts';
import type { StoreState } from '../keeping/store-state.ts';
import type { UnitSystem } from '../model/units.ts';
import { ConflictCards } from './conflict-cards.tsx';
import { SaveState } from './save-state.tsx';
import { i18n } from '../../languages/i18n.ts';

type MeasuringPanelProps = {
  readonly store: MeasurementStore;
  readonly state: StoreState;
  readonly mayWrite: boolean;
  readonly units: UnitSystem;
  readonly onUnits: (units: UnitSystem) => void;
  readonly path: string;
  readonly choices: readonly SidecarChoice[];
  readonly onPath: (path: string) => void;
  readonly onExport: (format: 'geojson' | 'csv') => void;
  readonly onClose: () => void;
  /** The rows. */
  readonly children: ReactNode;
};

/** The list of measurements, and how they are kept. */
export function MeasuringPanel(props: MeasuringPanelProps) {
  const { store, state, units, path, choices } = props;
  const { features, history, conflicts, phase } = state;
  return (
    <section className="al-measuring-panel" aria-label={i18n.t('Measurements')}>
      <div className="al-measuring-panel-head">
        <Text fw={600} component="h2" size="md">
          {i18n.t('Measurements')}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Undo')}
          aria-keyshortcuts="Control+Z"
          disabled={history.done.length === 0}
          onClick={() => store.undo()}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Redo')}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={history.undone.length === 0}
          onClick={() => store.redo()}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
        <CloseButton aria-label={i18n.t('Close the list')} onClick={props.onClose} />
      </div>
      <NativeSelect
        label={i18n.t('Measurements of')}
        size="xs"
        value={path}
        data={choices.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => props.onPath(event.currentTarget.value)}
      />
      <div className="al-measuring-buttons">
        <NativeSelect
          size="xs"
          aria-label={i18n.t('Units')}
          value={units}
          data={[
            { value: 'metric', label: i18n.t('Metric') },
            { value: 'imperial', label: i18n.t('Imperial') },
          ]}
          onChange={({ currentTarget: { value } }) => props.onUnits(value === 'imperial' ? 'imperial' : 'metric')}
        />
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" disabled={features.length === 0}>
              {i18n.t('Export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.onExport('geojson')}>{i18n.t('GeoJSON')}</Menu.Item>
            <Menu.Item onClick={() => props.onExport('csv')}>{i18n.t('CSV')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <SaveState store={store} state={state} mayWrite={props.mayWrite} />
      <ConflictCards conflicts={conflicts} store={store} units={units} />
      {phase === 'ready' && features.length === 0 && (
        <Text size="sm" c="dimmed">
          {i18n.t('Nothing is measured yet. Choose a tool.')}
        </Text>
      )}
      <ul className="al-plain-list al-measuring-list">{props.children}</ul>
    </section>
  );
}
