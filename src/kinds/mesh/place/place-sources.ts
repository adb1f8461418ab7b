import { companionsOf, type Neighbours } from '../../../inspection/index.ts';

/** What tells where a model lies. Plain data: it goes into request files. */
export interface PlaceSources {
  /** Files beside the model, by name and absolute path, in the order in which they count. */
  readonly sidecars: readonly { readonly name: string; readonly path: string }[];
  /** What its owner says its CRS is: metadata, so anything; null: nothing. */
  readonly projection: unknown;
}

/**
 * Looks for the files that tell where a model lies. Inspection and builds ask for the same names, as these are part of the key
 * of a build.
 *
 * @param name of the model
 * @param projection value of its metadata `projection`; builds alone know it
 */
export async function findPlaceSources(
  name: string,
  neighbours: Neighbours,
  projection: unknown = null,
): Promise<PlaceSources> {
  const names = inOrder(name, companionsOf(name));
  const present = await neighbours.find(names);
  const sidecars = names.flatMap((one) => {
    const file = present.get(one);
    return file === undefined ? [] : [{ name: one, path: file.path }];
  });
  return { sidecars, projection: projection ?? null };
}

/** Models of OpenDroneMap that lie in its CRS, less the numbers of `coords.txt`; the others lie around its reference point. */
const IN_PLANE = /_geo\.[^.]+$/i;
const COORDS = /(?:^|\/)coords\.txt$/;

function inOrder(name: string, names: readonly string[]): readonly string[] {
  if (!IN_PLANE.test(name)) return names;
  return [...names.filter((one) => COORDS.test(one)), ...names.filter((one) => !COORDS.test(one))];
}
