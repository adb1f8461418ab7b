import { type Artifact, pathInBuild } from '../../../builds/index.ts';

export const COG_FOLDER = 'cog';

export const COG = {
  path: 'cog.tif',
  mediaType: 'image/tiff; application=geotiff; profile=cloud-optimized',
  title: 'Cloud-optimized GeoTIFF',
  // Resampled, and often with loss: the data are the file itself.
  roles: ['visual', 'overview'],
  required: true,
  shown: true,
  crs: 'EPSG:3857',
  serves: 'layer',
} as const satisfies Artifact;

export const STATISTICS = {
  path: 'cog.tif.stats.json',
  mediaType: 'application/json',
  title: 'Statistics of the bands',
  roles: [],
  required: true,
  shown: false,
} as const satisfies Artifact;

/** The COG of an entry, below its build. */
export const COG_FILE = pathInBuild({ folder: COG_FOLDER }, COG);
