/**
 * Eye-dome lighting: darkens pixels that lie behind their neighbours, so that shapes are seen without normals (Boucheny 2009).
 * The picture of the layers goes to the screen through it.
 */

export const EYE_DOME_VERTEX = `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

export const EYE_DOME_FRAGMENT = `
precision highp float;
uniform sampler2D colours;
uniform sampler2D depths;
uniform vec3 background;
uniform vec2 nearFar;
uniform float reach;
uniform float strength;
out vec4 pixel;

float logDistance(float depth) {
  float near = nearFar.x;
  float far = nearFar.y;
  return log2(near * far / (far - depth * (far - near)));
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(depths, 0) - 1;
  float depth = texelFetch(depths, at, 0).r;
  vec4 drawn = texelFetch(colours, at, 0);
  vec3 colour = drawn.rgb;
  // Splats have a colour, but no depth.
  if (strength > 0.0 && depth < 1.0) {
    float own = logDistance(depth);
    float behind = 0.0;
    for (int side = 0; side < 8; side += 1) {
      float angle = float(side) * 0.7853981634;
      ivec2 beside = clamp(at + ivec2(round(reach * vec2(cos(angle), sin(angle)))), ivec2(0), last);
      float other = texelFetch(depths, beside, 0).r;
      if (other < 1.0) behind += max(0.0, own - logDistance(other));
    }
    colour *= exp(-behind / 8.0 * strength);
  }
  // What can be seen through was drawn onto black.
  pixel = vec4(colour + background * (1.0 - drawn.a), 1.0);
}
`;

/** Darkness of a pixel that is twice as far as all around it. */
export const EYE_DOME_STRENGTH = 60;
/** Pixels of the page between a pixel and its neighbours. */
export const EYE_DOME_REACH = 1.4;
