import {
  ClampToEdgeWrapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  RepeatWrapping,
  Texture,
} from 'three';
import type { GLTFLoaderPlugin, GLTFParser, GLTF } from 'three/addons/loaders/GLTFLoader.js';
import type { TileFetch } from './tile-fetch.ts';

type Json = {
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly textures?: readonly {
    readonly source?: number;
    readonly sampler?: number;
    readonly extensions?: Extensions;
  }[];
  readonly images?: readonly { readonly uri?: string; readonly bufferView?: number; readonly mimeType?: string }[];
  readonly samplers?: readonly Readonly<Record<'magFilter' | 'minFilter' | 'wrapS' | 'wrapT', number | undefined>>[];
  readonly extensions?: { readonly CESIUM_RTC?: { readonly center?: readonly [number, number, number] } };
};
type Extensions = Readonly<Record<string, { readonly source?: number } | undefined>>;

/** Pictures that browsers know, in textures of an extension. */
const KNOWN_PICTURES = ['EXT_texture_webp', 'EXT_texture_avif'];

const MAG_FILTERS: Readonly<Record<number, Texture['magFilter']>> = { 9728: NearestFilter, 9729: LinearFilter };
const MIN_FILTERS: Readonly<Record<number, Texture['minFilter']>> = {
  9728: NearestFilter,
  9729: LinearFilter,
  9984: NearestMipmapNearestFilter,
  9985: LinearMipmapNearestFilter,
  9986: NearestMipmapLinearFilter,
  9987: LinearMipmapLinearFilter,
};
const WRAPS: Readonly<Record<number, Texture['wrapS']>> = {
  33071: ClampToEdgeWrapping,
  33648: MirroredRepeatWrapping,
  10497: RepeatWrapping,
};

/**
 * Reads buffers and pictures of a glTF through the guard of addresses, and without addresses of the page's own making, which its
 * content security policy does not let be read. Moves a model to the middle that an older extension tells.
 */
export const gltfParts =
  (fetchFile: TileFetch) =>
  (parser: GLTFParser): GLTFLoaderPlugin => {
    const json = parser.json as Json;
    const loadOwn = parser.loadBuffer.bind(parser);
    const bytesAt = async (uri: string): Promise<ArrayBuffer> =>
      dataBytes(uri) ?? (await fetchFile(new URL(uri, parser.options.path).href)).arrayBuffer();
    parser.loadBuffer = (index) => {
      const uri = json.buffers?.[index]?.uri;
      return uri === undefined ? loadOwn(index) : bytesAt(uri);
    };
    const pictures = new Map<number, Promise<ImageBitmap>>();
    const picture = async (source: number): Promise<ImageBitmap> => {
      const image = json.images?.[source];
      const bytes =
        image?.uri === undefined
          ? ((await parser.getDependency('bufferView', image?.bufferView ?? -1)) as ArrayBuffer)
          : await bytesAt(image.uri);
      const blob = new Blob([bytes], image?.mimeType === undefined ? {} : { type: image.mimeType });
      return createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    };
    return {
      name: 'ALIDADE_PARTS',
      loadTexture(index) {
        const stated = json.textures?.[index];
        const known = KNOWN_PICTURES.flatMap((name) => stated?.extensions?.[name]?.source ?? [])[0];
        const source = known ?? stated?.source;
        if (source === undefined) return null;
        const loaded = pictures.get(source) ?? picture(source);
        pictures.set(source, loaded);
        return loaded.then((bitmap) => {
          const texture = textureOf(bitmap, json.samplers?.[stated?.sampler ?? -1]);
          parser.associations.set(texture, { textures: index });
          return texture;
        });
      },
      afterRoot({ scene }: GLTF) {
        const middle = json.extensions?.CESIUM_RTC?.center;
        if (middle !== undefined)
          scene.position.set(scene.position.x + middle[0], scene.position.y + middle[1], scene.position.z + middle[2]);
        return null;
      },
    };
  };

function textureOf(bitmap: ImageBitmap, sampler: NonNullable<Json['samplers']>[number] | undefined): Texture {
  const texture = new Texture(bitmap);
  texture.flipY = false;
  texture.magFilter = MAG_FILTERS[sampler?.magFilter ?? 0] ?? LinearFilter;
  texture.minFilter = MIN_FILTERS[sampler?.minFilter ?? 0] ?? LinearMipmapLinearFilter;
  texture.wrapS = WRAPS[sampler?.wrapS ?? 0] ?? RepeatWrapping;
  texture.wrapT = WRAPS[sampler?.wrapT ?? 0] ?? RepeatWrapping;
  texture.generateMipmaps = ![NearestFilter, LinearFilter].some((filter) => filter === texture.minFilter);
  texture.needsUpdate = true;
  return texture;
}

/** Bytes in an address itself; null for any other address. */
export function dataBytes(uri: string): ArrayBuffer | null {
  const [, isBase64, content = ''] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(uri) ?? [];
  if (!uri.startsWith('data:')) return null;
  const text = isBase64 === undefined ? decodeURIComponent(content) : atob(content);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}
