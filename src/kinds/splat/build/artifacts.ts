/** The output `gsplat`. Plain data, which programs load as well. */
export const GSPLAT_KIND = 'gsplat';

export const RAD = {
  path: 'model.rad',
  mediaType: 'application/octet-stream',
  title: 'Gaussian splats with levels of detail (RAD)',
  roles: ['data'],
  required: true,
  shown: true,
} as const;

export const BOUNDS = {
  path: 'bounds.json',
  mediaType: 'application/json',
  title: 'Box around the splats',
  roles: [],
  required: true,
  shown: false,
} as const;

/** Only where a place on Earth is known. */
export const GEOREF = {
  path: 'georef.json',
  mediaType: 'application/json',
  title: 'Place of the splats on Earth',
  roles: [],
  required: false,
  shown: false,
} as const;
