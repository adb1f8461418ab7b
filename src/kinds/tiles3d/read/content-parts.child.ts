import { readContent } from './content-uris.ts';
import { uriList } from './tile-uris.ts';

export interface ContentRequest {
  /** Contents of tiles: where their bytes are, and their paths relative to the folder of the whole tileset. */
  readonly contents: readonly { readonly path: string; readonly name: string }[];
}

/** Files that contents need beside them. Contents share textures; a tileset has not many. */
const MAX_FILES = 100_000;

export default function contentParts({ contents }: ContentRequest): {
  readonly files: readonly string[];
  readonly refused: readonly string[];
  /** Names of those that are tilesets, whatever their names end with: some viewers go by what a file holds. */
  readonly tilesets: readonly string[];
} {
  const list = uriList(MAX_FILES);
  const tilesets: string[] = [];
  for (const { path, name } of contents) {
    const { uris, isTileset } = readContent(path);
    if (isTileset) tilesets.push(name);
    for (const uri of uris) list.add(uri, name);
  }
  return { files: [...list.paths], refused: list.refused, tilesets };
}
