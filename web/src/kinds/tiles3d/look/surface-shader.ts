import type { IUniform, LineBasicMaterial, MeshBasicMaterial, PointsMaterial, Vector3 } from 'three';

/** Values that all materials of a tileset share. */
export type SurfaceUniforms = {
  readonly clipMin: IUniform<Vector3>;
  readonly clipMax: IUniform<Vector3>;
  /** Share of the pixels that are drawn of a surface, which is how it is seen through. */
  readonly shownShare: IUniform<number>;
  /** 0 automatic, 1 with light, 2 without. */
  readonly lightMode: IUniform<number>;
};

const VERTEX_HEAD = `
varying vec3 tilePlace;
varying vec3 tileView;
#ifdef TILE_NORMALS
varying vec3 tileNormal;
#endif
void main() {
`;
const VERTEX_END = `
#include <project_vertex>
vec4 tileAt = vec4(transformed, 1.0);
#ifdef USE_INSTANCING
tileAt = instanceMatrix * tileAt;
#endif
tilePlace = (modelMatrix * tileAt).xyz;
tileView = mvPosition.xyz;
#ifdef TILE_NORMALS
vec3 tileTurned = normal;
#ifdef USE_INSTANCING
tileTurned = mat3(instanceMatrix) * tileTurned;
#endif
tileNormal = normalMatrix * tileTurned;
#endif
`;

const FRAGMENT_HEAD = `
uniform vec3 clipMin;
uniform vec3 clipMax;
uniform float shownShare;
uniform int lightMode;
varying vec3 tilePlace;
varying vec3 tileView;
#ifdef TILE_NORMALS
varying vec3 tileNormal;
#endif
// Which of 16 pixels beside each other come first, so that a share of them is spread evenly.
float tileOrder(vec2 at) {
  vec2 inner = mod(floor(at), 4.0);
  vec2 half2 = floor(inner / 2.0);
  vec2 low = mod(inner, 2.0);
  float coarse = mod(half2.x * 2.0 + half2.y * 3.0, 4.0);
  float fine = mod(low.x * 2.0 + low.y * 3.0, 4.0);
  return (fine * 4.0 + coarse + 0.5) / 16.0;
}
void main() {
  if (any(lessThan(tilePlace, clipMin)) || any(greaterThan(tilePlace, clipMax))) discard;
`;

/** Light from where one looks, and a bit from everywhere. */
const LIT = `
if (lightMode == 1 || (lightMode == 0 && TILE_PLAIN == 0)) {
  #ifdef TILE_NORMALS
  vec3 tileFacing = normalize(tileNormal);
  #else
  vec3 tileFacing = normalize(cross(dFdx(tileView), dFdy(tileView)));
  #endif
  outgoingLight *= 0.35 + 0.65 * abs(dot(tileFacing, normalize(tileView)));
}
`;
/** As a screen shows it; what is seen through leaves out pixels, so that nothing has to be sorted. */
const SHOWN = `
float tileAlpha = 1.0;
#ifdef TILE_BLENDED
tileAlpha = diffuseColor.a;
#endif
if (tileOrder(gl_FragCoord.xy) > shownShare * tileAlpha) discard;
#include <opaque_fragment>
gl_FragColor = vec4(TILE_ENCODE(gl_FragColor.rgb), 1.0);
`;
const ENCODE = `
vec3 tileEncode(vec3 linear) {
  vec3 value = clamp(linear, 0.0, 1.0);
  return mix(1.055 * pow(value, vec3(1.0 / 2.4)) - 0.055, value * 12.92, vec3(lessThanEqual(value, vec3(0.0031308))));
}
`;

type Shader = { vertexShader: string; fragmentShader: string; uniforms: Record<string, IUniform> };

function patch(shader: Shader, uniforms: SurfaceUniforms, light: string): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader = shader.vertexShader
    .replace('void main() {', VERTEX_HEAD)
    .replace('#include <project_vertex>', VERTEX_END);
  shader.fragmentShader = shader.fragmentShader
    .replace('void main() {', `${ENCODE}${FRAGMENT_HEAD}`)
    .replace('#include <opaque_fragment>', `${light}${SHOWN}`)
    .replace('#include <colorspace_fragment>', '')
    .replace('#include <tonemapping_fragment>', '');
}

export type SurfaceTraits = {
  /** True of what is drawn without light where nobody says otherwise. */
  readonly isPlain: boolean;
  readonly hasNormals: boolean;
  /** True of what can be seen through by its alpha. */
  readonly isBlended: boolean;
};

/** Makes a material honour the clip box, light and opacity of the scene. */
export function patchSurface(
  material: MeshBasicMaterial,
  uniforms: SurfaceUniforms,
  { isPlain, hasNormals, isBlended }: SurfaceTraits,
): void {
  material.defines = {
    TILE_PLAIN: isPlain ? 1 : 0,
    TILE_ENCODE: 'tileEncode',
    ...(hasNormals ? { TILE_NORMALS: '' } : {}),
    ...(isBlended ? { TILE_BLENDED: '' } : {}),
  };
  material.onBeforeCompile = (shader) => patch(shader, uniforms, LIT);
  material.customProgramCacheKey = () => 'tile-surface';
  // All is drawn with depth: pixels that are left out show what lies behind.
  material.transparent = false;
}

/** The same of points and lines. @param isShown of colours that are as screens show them already */
export function patchVertices(
  material: PointsMaterial | LineBasicMaterial,
  uniforms: SurfaceUniforms,
  isShown: boolean,
): void {
  material.defines = { TILE_PLAIN: 1, TILE_ENCODE: isShown ? '' : 'tileEncode' };
  material.onBeforeCompile = (shader) => patch(shader, uniforms, '');
  material.customProgramCacheKey = () => 'tile-vertices';
  material.transparent = false;
}
