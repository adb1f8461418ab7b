import { OperationRefusal } from '../../../../engine/for-children.ts';
import type { JsonObject } from '../../../../geodata/bounded-json.ts';
import { plainText } from '../../../../geodata/plain-text.ts';

/** Extensions that change how triangles and colours are read, or that may be left out without harm to them. */
const KNOWN =
  /^(?:KHR_draco_mesh_compression|(?:EXT|KHR)_meshopt_compression|KHR_mesh_quantization|KHR_texture_(?:transform|basisu)|EXT_texture_webp|KHR_materials_\w+|KHR_lights_punctual|KHR_animation_pointer|KHR_xmp(?:_json_ld)?|EXT_mesh_features|EXT_structural_metadata)$/;

/** @throws OperationRefusal for a model that cannot be read without an extension that is not known */
export function checkExtensions(json: JsonObject): void {
  const required = json['extensionsRequired'];
  if (!Array.isArray(required)) return;
  const unknown = required.map((name: unknown) => plainText(String(name), 64)).filter((name) => !KNOWN.test(name));
  if (unknown.length > 0)
    throw new OperationRefusal(`It needs extensions of glTF that are not known: ${unknown.slice(0, 5).join(', ')}.`);
}
