/** The output `copc`. Plain data, which programs load as well. */
export const COPC_FOLDER = 'copc';

export const COPC = {
  path: 'cloud.copc.laz',
  mediaType: 'application/vnd.laszip+copc',
  title: 'Cloud-optimized point cloud (COPC)',
  roles: ['data'],
  required: true,
  shown: true,
} as const;
