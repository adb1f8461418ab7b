import { countOf, finiteNumbers, type JsonObject, objectAt } from '../../../../geodata/bounded-json.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { byteOf, byteOfLinear } from '../colours.ts';
import { type Material, type Rgba, WHITE } from '../triangle-model.ts';
import type { GltfParts } from './parts.ts';
import type { GltfPictures } from './pictures.ts';
import { type TextureMap, textureMapOf } from './texture-transform.ts';

/** A material with what its vertices need to know of it. */
export interface GltfMaterial {
  readonly material: Material;
  /** Linear shares of 1: colours of vertices are multiplied by it. */
  readonly factor: readonly number[];
  /** Number of the texture places of its vertices. */
  readonly texCoord: number;
  readonly textureMap: TextureMap;
}

const OLD = 'KHR_materials_pbrSpecularGlossiness';

/** @param index null for a primitive without a material */
export function readMaterial(parts: GltfParts, index: number | null, pictures: GltfPictures): GltfMaterial {
  const json = (index === null ? undefined : parts.materials[index]) ?? {};
  const { factor: given, texture: reference } = baseOf(json);
  const isOpaque = (json['alphaMode'] ?? 'OPAQUE') === 'OPAQUE';
  const factor = (finiteNumbers(given, 4) ?? [1, 1, 1, 1]).map((share, channel) =>
    channel === 3 && isOpaque ? 1 : share,
  );
  const texture = countOf(reference['index']);
  const picture = texture === null ? null : pictures.ofTexture(texture);
  const name = typeof json['name'] === 'string' ? plainText(json['name'], 256) : '';
  const transform = objectAt(objectAt(reference, 'extensions'), 'KHR_texture_transform');
  return {
    material: { name, colour: colourOf(factor), texture: picture },
    factor,
    texCoord: countOf(transform['texCoord']) ?? countOf(reference['texCoord']) ?? 0,
    textureMap: textureMapOf(reference),
  };
}

/** The colour and texture that a material reflects evenly; those of the older model of materials come first. */
function baseOf(json: JsonObject): { readonly factor: unknown; readonly texture: JsonObject } {
  const extensions = objectAt(json, 'extensions');
  if (Object.hasOwn(extensions, OLD)) {
    const old = objectAt(extensions, OLD);
    return { factor: old['diffuseFactor'], texture: objectAt(old, 'diffuseTexture') };
  }
  const metallic = objectAt(json, 'pbrMetallicRoughness');
  return { factor: metallic['baseColorFactor'], texture: objectAt(metallic, 'baseColorTexture') };
}

const colourOf = ([red, green, blue, alpha]: readonly number[]): Rgba => [
  byteOfLinear(red!),
  byteOfLinear(green!),
  byteOfLinear(blue!),
  byteOf(alpha!),
];

/** The material where colours of vertices have its colour in them already. */
export const withoutColour = (material: Material): Material =>
  material.texture === null ? { ...material, colour: WHITE } : material;
