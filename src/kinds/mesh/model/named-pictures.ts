import type { ModelRequest } from './model-request.ts';
import { readMaterialLibrary } from './obj/material-library.ts';
import { createPictures } from './pictures.ts';

/**
 * Absolute paths of the pictures of an OBJ, found in its material libraries alone. It may use fewer, and more where a library has an
 * unusual name. None of other formats.
 */
export function namedPictures({ format, files }: ModelRequest): readonly string[] {
  if (format !== 'obj') return [];
  const pictures = createPictures(files);
  const paths = Object.keys(files)
    .filter((name) => /\.mtl$/i.test(name))
    .flatMap((name) => [...readMaterialLibrary(files[name]!, name, pictures).materials.values()])
    .flatMap(({ texture }) => (texture !== null && 'path' in texture ? [texture.path] : []));
  return [...new Set(paths)];
}
