// Made from what the kinds of the service declare (src/kinds), by `npm run docs`.

/** Names of the kinds of whose entries the service builds something. */
export const BUILT_KINDS: readonly string[] = ["raster","vector","pointcloud","splat","mesh","tiles3d"];
