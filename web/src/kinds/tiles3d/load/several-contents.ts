/** A tile of the JSON of a tileset, as far as it is looked at here. */
export type TileJson = {
  content?: ContentJson;
  contents?: readonly ContentJson[];
  children?: TileJson[];
  geometricError?: number;
  refine?: 'ADD' | 'REPLACE';
  boundingVolume?: object;
  transform?: unknown;
  implicitTiling?: unknown;
  extensions?: Readonly<Record<string, { readonly contents?: unknown; readonly content?: unknown } | undefined>>;
};
export type ContentJson = { readonly uri?: string; readonly url?: string };

const EXTENSION = '3DTILES_multiple_contents';
/** A tile with this error is never drawn in place of its children. */
const ALWAYS_REFINED = 1e30;

/**
 * Gives each of several contents of a tile a tile of its own, which is what the renderer knows: the first has the children, the others
 * give way to nothing when it gives way to them. Changes the tiles.
 */
export function splitContents(root: TileJson): void {
  const waiting = [root];
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    const children = tile.children ?? [];
    const contents = contentsOf(tile);
    // Those of implicit tiling are names by a rule.
    if (contents !== null && tile.implicitTiling === undefined) split(tile, contents);
    for (const child of children) waiting.push(child);
  }
}

function contentsOf({ contents, extensions }: TileJson): readonly ContentJson[] | null {
  const stated = contents ?? extensions?.[EXTENSION]?.contents ?? extensions?.[EXTENSION]?.content;
  return Array.isArray(stated) ? (stated as readonly ContentJson[]) : null;
}

function split(tile: TileJson, contents: readonly ContentJson[]): void {
  const { geometricError = 0, refine, boundingVolume = {}, children = [] } = tile;
  delete tile.contents;
  const [first, ...others] = contents;
  if (others.length === 0) {
    if (first !== undefined) tile.content = first;
    return;
  }
  const common = { boundingVolume, geometricError, ...(refine === undefined ? {} : { refine }) };
  const isReplaced = refine !== 'ADD' && children.length > 0;
  const nothing: TileJson = { boundingVolume, geometricError: 0 };
  tile.refine = 'ADD';
  tile.geometricError = ALWAYS_REFINED;
  tile.children = [
    { ...common, ...(first === undefined ? {} : { content: first }), children },
    ...others.map((content) => ({ ...common, content, children: isReplaced ? [{ ...nothing }] : [] })),
  ];
}
