import type { ModelRequest } from './model-request.ts';
import { readMaterialLibrary } from './obj/material-library.ts';
import { createPictures } from './pictures.ts';
import type { PictureFile } from './triangle-model.ts';

/**
 * The pictures of an OBJ, found in its material libraries alone. It may use fewer, and more where a library has an
 * unusual name. None of other formats.
 */
export function namedPictures({ format, files }: ModelRequest): readonly PictureFile[] {
  if (format !== 'obj') return [];
  const pictures = createPictures(files);
  const named = Object.keys(files)
    .filter((name) => /\.mtl$/i.test(name))
    .flatMap((name) => [...readMaterialLibrary(files[name]!, name, pictures).materials.values()])
    .flatMap(({ texture }) => (texture !== null && 'path' in texture ? [texture] : []));
  return [...new Map(named.map((picture) => [picture.path, picture])).values()];
}
