import type * as Gdal from 'gdal-async';

/** A method of gdal-async that gives a part of a dataset: a layer or a band. */
type GivesPart = (this: { readonly ds: Gdal.Dataset }, ...asked: unknown[]) => object | null;

/**
 * Keeps layers and bands for as long as there is their dataset. When one of them is collected as garbage, gdal-async waits for the lock
 * of the dataset, also in a collection during a call that holds that lock: then the process waits for itself, for ever. A build of a
 * small GPX was found so, within a hundred builds.
 */
export function keepParts(gdal: typeof Gdal): void {
  const kept = new WeakMap<Gdal.Dataset, Set<object>>();
  const keep = (prototype: object, name: string): void => {
    const original = Object.getOwnPropertyDescriptor(prototype, name)?.value as GivesPart;
    const keeping: GivesPart = function (...asked) {
      const part = original.apply(this, asked);
      if (part === null) return null;
      const parts = kept.get(this.ds) ?? new Set();
      kept.set(this.ds, parts.add(part));
      return part;
    };
    Object.defineProperty(prototype, name, { value: keeping });
  };
  for (const name of ['get', 'create']) {
    keep(gdal.DatasetLayers.prototype, name);
    keep(gdal.DatasetBands.prototype, name);
  }
  keep(gdal.RasterBand.prototype, 'getMaskBand');
}
