/** Numbers of the ways to colour points, as the shader has them. */
export const MODES = { rgb: 0, height: 1, class: 2, intensity: 3, returns: 4 } as const;

/** Size of a point of usual size (2) in gaps between points: as points lie irregularly, a bit more than one closes them. */
const GAPS_A_SIZE = '0.65';
/** The largest point, in pixels of the page: a leaf that is looked at from near has gaps that are not worth more. */
const LARGEST = '24.0';

export const VERTEX_SHADER = `
precision highp float;
uniform int mode;
uniform float size;
uniform float spacing;
uniform float pixelsAtOne;
uniform float pixelRatio;
uniform vec2 heightRange;
uniform vec2 intensityRange;
uniform vec3 clipMin;
uniform vec3 clipMax;
uniform sampler2D classes;
uniform sampler2D ramp;
in vec4 colour;
in vec2 values;
out vec3 shown;
out float pointPixels;

float shareOf(float value, vec2 range) {
  return clamp((value - range.x) / max(range.y - range.x, 1e-6), 0.0, 1.0);
}
vec3 rampAt(float share) {
  return texelFetch(ramp, ivec2(int(share * 255.0 + 0.5), 0), 0).rgb;
}
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec4 ofClass = texelFetch(classes, ivec2(int(colour.a * 255.0 + 0.5), 0), 0);
  bool isOutside = any(lessThan(world.xyz, clipMin)) || any(greaterThan(world.xyz, clipMax));
  if (isOutside || ofClass.a < 0.5) {
    // Behind the far plane: it is not drawn.
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    gl_PointSize = 1.0;
    return;
  }
  vec4 seen = viewMatrix * world;
  gl_Position = projectionMatrix * seen;
  // Points are as large as the gaps between them, and never smaller than asked for.
  float gap = ${GAPS_A_SIZE} * size * spacing * pixelsAtOne / (pixelRatio * max(-seen.z, 1e-6));
  pointPixels = clamp(gap, size, max(size, ${LARGEST})) * pixelRatio;
  gl_PointSize = pointPixels;
  float returnNumber = mod(values.y, 16.0);
  float returns = floor(values.y / 16.0);
  if (mode == ${MODES.rgb}) shown = colour.rgb;
  else if (mode == ${MODES.height}) shown = rampAt(shareOf(world.z, heightRange));
  else if (mode == ${MODES.class}) shown = ofClass.rgb;
  else if (mode == ${MODES.intensity}) shown = vec3(0.08 + 0.92 * shareOf(values.x, intensityRange));
  else shown = returns <= 1.0 ? vec3(0.55) : rampAt((returnNumber - 1.0) / max(returns - 1.0, 1.0));
}
`;

export const FRAGMENT_SHADER = `
precision highp float;
in vec3 shown;
in float pointPixels;
out vec4 pixel;
void main() {
  vec2 off = gl_PointCoord - 0.5;
  // Corners are seen on large points only.
  if (pointPixels > 4.0 && dot(off, off) > 0.25) discard;
  pixel = vec4(shown, 1.0);
}
`;
