/** Files of tests that `npm test` leaves out as a whole and `npm run test:full` runs, by the reason why. docs/testing.md has the same. */
export const LEFT_TO_FULL: readonly { readonly reason: string; readonly files: readonly string[] }[] = [
  {
    reason: 'services are killed and started again, and wait until what they held is free',
    files: [
      'test/faults/first-start.test.ts',
      'test/faults/kill.test.ts',
      'test/faults/killed-batches.test.ts',
      'test/faults/shared-builds.test.ts',
      'test/faults/shared-pending.test.ts',
      'test/faults/shutdown.test.ts',
      'test/browser/resumable.test.ts',
      'test/client/interrupted.test.ts',
      'test/e2e/import-restart.test.ts',
      'test/e2e/photogrammetry-restart.test.ts',
    ],
  },
  {
    reason: 'they fill disks or the memory that a service may have',
    files: [
      'test/faults/full-disk.test.ts',
      'test/faults/full-disk-builds.test.ts',
      'test/faults/full-disk-tasks.test.ts',
      'test/faults/memory-ceiling.test.ts',
      'test/faults/point-clouds.test.ts',
      'test/faults/splats.test.ts',
      'test/faults/many-maps.test.ts',
    ],
  },
  {
    reason: 'they compare many kinds of pictures with what programs of GDAL make, each started anew',
    files: [
      'src/kinds/raster/draw/tile-against-gdal.test.ts',
      'src/kinds/raster/maps/map-against-gdal.test.ts',
      'src/kinds/raster/cog-build/colour.test.ts',
      'src/kinds/raster/cog-build/lossless.test.ts',
      'src/kinds/raster/cog-build/other-kinds.test.ts',
      'src/kinds/raster/cog-build/places.test.ts',
    ],
  },
  {
    reason: 'they build and read all real files of ../shared, which a user does not have',
    files: [
      'src/kinds/raster/cog-build/real-rasters.test.ts',
      'src/kinds/raster/export/real-indices.test.ts',
      'src/kinds/pointcloud/copc-build/real-clouds.test.ts',
      'src/kinds/vector/geopackage/real-files.test.ts',
      'src/kinds/vector/tiles/real-files.test.ts',
      'test/client/real-files.test.ts',
    ],
  },
  {
    reason: 'every tool is called once more, by its route or its page; its own tests stand beside it',
    files: ['test/browser/tasks.test.ts', 'test/e2e/tools.test.ts'],
  },
  {
    reason: 'every page is looked at in light and dark, on a desktop and a phone',
    files: ['test/browser/accessibility.test.ts', 'test/browser/every-view.test.ts'],
  },
  {
    reason: 'thousands of requests or files',
    files: [
      'test/client/round-trip.test.ts',
      'test/e2e/download-limits.test.ts',
      'test/e2e/sign-in-many-addresses.test.ts',
      'test/fuzz/raw-requests.test.ts',
    ],
  },
];

export const leftToFull: readonly string[] = LEFT_TO_FULL.flatMap(({ files }) => files);
