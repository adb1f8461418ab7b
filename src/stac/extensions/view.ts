import { NOT_EXTENDED, type Extended } from '../stac-document.ts';

const SCHEMA = 'https://stac-extensions.github.io/view/v1.0.0/schema.json';

/** Where the camera of a photo looked. @param properties of the entry, as inspection wrote them */
export function viewOf({ hasCameraOrientation, cameraPitch, cameraYaw }: Readonly<Record<string, unknown>>): Extended {
  if (hasCameraOrientation !== true) return NOT_EXTENDED;
  // A pitch of -90 looks straight down; above the horizon no angle from the nadir is defined.
  const offNadir = isFinite(cameraPitch) && cameraPitch >= -90 && cameraPitch <= 0 ? 90 + cameraPitch : undefined;
  const azimuth = isFinite(cameraYaw) ? ((cameraYaw % 360) + 360) % 360 : undefined;
  if (offNadir === undefined && azimuth === undefined) return NOT_EXTENDED;
  return {
    schemas: [SCHEMA],
    fields: {
      ...(offNadir === undefined ? {} : { 'view:off_nadir': offNadir }),
      ...(azimuth === undefined ? {} : { 'view:azimuth': azimuth }),
    },
  };
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
