import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, objectAt } from '../../../../geodata/bounded-json.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { outsideName, uriReference } from '../../../../geodata/reference.ts';
import type { ByteWindow } from '../../../../geodata/tiff/byte-window.ts';
import type { Pictures } from '../pictures.ts';
import type { TextureSource } from '../triangle-model.ts';
import { openEmbedded } from './embedded-data.ts';
import type { GltfParts } from './parts.ts';
import type { GltfViews } from './views.ts';

/** Pictures of a glTF model. */
export interface GltfPictures {
  /** Null for a texture whose picture is missing or cannot be read. */
  ofTexture(index: number): TextureSource | null;
}

/** Most bytes of embedded pictures, which are kept in memory. */
const MOST_EMBEDDED_BYTES = 2 ** 30;

/** @param window the file of the model */
export function createGltfPictures(
  parts: GltfParts,
  window: ByteWindow,
  views: GltfViews,
  pictures: Pictures,
): GltfPictures {
  const known = new Map<number, TextureSource | null>();
  let embeddedBytes = 0;
  const embedded = (bytes: Uint8Array, name: string): TextureSource | null => {
    embeddedBytes += bytes.length;
    if (embeddedBytes > MOST_EMBEDDED_BYTES)
      throw new OperationRefusal(`Its pictures have more than ${MOST_EMBEDDED_BYTES} bytes.`, 'too-large');
    return pictures.ofBytes(bytes, name);
  };
  const readImage = (index: number): TextureSource | null => {
    const image = parts.images[index];
    const shown = typeof image?.['name'] === 'string' ? plainText(image['name'], 128) : `picture ${index}`;
    if (image === undefined) return pictures.leaveOut(shown, 'broken');
    if (image['mimeType'] === 'image/ktx2') return pictures.leaveOut(shown, 'ktx2');
    const { uri } = image;
    if (typeof uri !== 'string') {
      const view = countOf(image['bufferView']);
      return view === null
        ? pictures.leaveOut(shown, 'broken')
        : embedded(views.bytes(view, 0, views.length(view)), shown);
    }
    const data = openEmbedded(uri, parts.document, window);
    if (data !== null) return embedded(data.bytes(0, data.length) ?? new Uint8Array(0), shown);
    const reference = uriReference(uri);
    if (reference === null)
      throw new OperationRefusal(`It names a picture outside of the dataset: ${outsideName(uri)}.`);
    return pictures.ofFile(reference);
  };
  return {
    ofTexture(index) {
      const source = imageOf(parts, index);
      if (source === null) return pictures.leaveOut(`texture ${index}`, 'broken');
      const found = known.has(source) ? known.get(source)! : readImage(source);
      known.set(source, found);
      return found;
    },
  };
}

/** The picture of a texture: the one that all programs can read, else WebP, else KTX2. */
function imageOf(parts: GltfParts, index: number): number | null {
  const texture = parts.textures[index] ?? {};
  const extensions = objectAt(texture, 'extensions');
  const sourceOf = (name: string): number | null => countOf(objectAt(extensions, name)['source']);
  return countOf(texture['source']) ?? sourceOf('EXT_texture_webp') ?? sourceOf('KHR_texture_basisu');
}
