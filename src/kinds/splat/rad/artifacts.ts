/** The output `gsplat`. Plain data, which programs load as well. */
export const GSPLAT_KIND = 'gsplat';
export const GSPLAT_FOLDER = 'gsplat';

export const RAD = {
  path: 'model.rad',
  mediaType: 'application/octet-stream',
  title: 'Gaussian splats with levels of detail (RAD)',
  roles: ['data'],
  required: true,
  shown: true,
} as const;

/** Box around the centres of all leaves. */
export const BOUNDS = {
  path: 'bounds.json',
  mediaType: 'application/json',
  title: 'Bounds',
  roles: [],
  required: true,
  shown: false,
} as const;

/** Where the zero of the splats lies on Earth; absent where it is not known. */
export const GEOREF = {
  path: 'georef.json',
  mediaType: 'application/json',
  title: 'Place',
  roles: [],
  required: false,
  shown: false,
} as const;
