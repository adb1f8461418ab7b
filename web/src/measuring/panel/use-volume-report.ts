import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { toolsQuery } from '../../api/tasks.ts';
import type { OfferedTool } from '../../tasks/offered.ts';
import type { HeightPort } from '../heights/height-port.ts';
import { type Feature, geometryOf, type Measurement } from '../model/measurement.ts';
import { storedVolume } from '../model/stored-heights.ts';

/** The tool of the service that writes reports of volumes. */
const TOOL = 'volume';
/** The form is not held up for longer. */
const UNIT_MS = 5000;
const NONE: readonly OfferedTool[] = [];

/** The form of the report of a volume, filled in. `open` is null where the service has none. @param enabled false for visitors */
export function useVolumeReport(ref: DatasetRef, port: HeightPort, enabled: boolean) {
  const { data: tool } = useQuery({
    ...toolsQuery(ref),
    enabled,
    select: (tools) => tools.find(({ id, disabled }) => id === TOOL && !disabled),
  });
  const [dialog, setDialog] = useState({ offered: NONE, opened: false, serial: 0 });
  const open = async (measurement: Measurement, feature: Feature): Promise<void> => {
    if (tool === undefined) return;
    const offered = [{ tool, given: await givenBy(port, measurement, feature) }];
    setDialog(({ serial }) => ({ offered, opened: true, serial: serial + 1 }));
  };
  return {
    open: tool === undefined || !enabled ? null : (...given: Parameters<typeof open>): void => void open(...given),
    dialog: { ...dialog, onClose: () => setDialog((old) => ({ ...old, opened: false })) },
  };
}

/** The tool has no average: that is a height, which was measured. It takes heights in the unit of the file. */
async function givenBy(port: HeightPort, { surface, positions, base }: Measurement, { properties }: Feature) {
  const area = geometryOf('volume', positions);
  if (surface === null) return { area };
  if (base.kind === 'plane' || base.kind === 'lowest') return { path: surface, area, base: base.kind };
  const metres = base.kind === 'elevation' ? base.elevation : storedVolume(properties)?.baseHeight;
  // Without the unit the person fills in the height.
  const unit = await port.unitOf(surface, AbortSignal.timeout(UNIT_MS)).catch(() => null);
  const height = metres === undefined || unit === null ? {} : { elevation: metres / unit };
  return { path: surface, area, base: 'elevation', ...height };
}
