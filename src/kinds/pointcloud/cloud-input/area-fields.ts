import Type from 'typebox';
import { areaField, boxField, orNull, rare } from '../../../tasks/tool-kit/index.ts';
import { refuseParameter } from '../../../tasks/index.ts';
import { planeNumber, planePositions } from './tool-kit.ts';
import type { AreaRequest } from './request.ts';

const MAX_RINGS = 100;

/** Parameters that choose a part of a cloud. */
export const areaFields = {
  area: orNull(areaField('Polygon in longitude and latitude. Only points inside it are read.')),
  window: rare(orNull(boxField('West, south, east and north in degrees. Only points inside this box are read.'))),
  areaInCrs: rare(
    orNull(
      Type.Object(
        {
          type: Type.Literal('Polygon'),
          coordinates: Type.Array(planePositions(4), { minItems: 1, maxItems: MAX_RINGS }),
        },
        {
          additionalProperties: false,
          description: 'Polygon in the coordinates of the cloud, instead of `area`.',
          'x-input': 'none',
        },
      ),
    ),
  ),
  bounds: rare(
    orNull(
      Type.Tuple([planeNumber, planeNumber, planeNumber, planeNumber], {
        description: 'Lowest x and y, highest x and y in the coordinates of the cloud, instead of `window`.',
        'x-input': 'none',
      }),
    ),
  ),
} as const;

export const AREA_WORDS = {
  area: 'Area',
  window: 'Box',
  areaInCrs: 'Area in the coordinates of the cloud',
  bounds: 'Box in the coordinates of the cloud',
} as const;

/** @throws `invalid-input` for two areas, and boxes whose corners are the wrong way round */
export function areaOf({ area, window, areaInCrs, bounds }: AreaRequest): AreaRequest {
  const request = { area, window, areaInCrs, bounds };
  const given = Object.entries(request).filter(([, value]) => value !== null);
  if (given.length > 1)
    throw refuseParameter(given[1]![0], 'Choose one area: give one of area, window, areaInCrs and bounds.');
  for (const name of ['window', 'bounds'] as const) {
    const [lowX, lowY, highX, highY] = request[name] ?? [0, 0, 1, 1];
    if (!(lowX! < highX! && lowY! < highY!))
      throw refuseParameter(name, 'The first two numbers of a box must be less than the last two.');
  }
  return request;
}
