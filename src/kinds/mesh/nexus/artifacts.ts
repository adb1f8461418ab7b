/** The output `nxs`. Plain data, which programs load as well. */
export const NEXUS_KIND = 'nxs';
export const NEXUS_FOLDER = 'nxs';

export const NEXUS = {
  path: 'model.nxz',
  mediaType: 'application/octet-stream',
  title: 'Multiresolution model (Nexus)',
  roles: ['data'],
  required: true,
  shown: true,
} as const;
