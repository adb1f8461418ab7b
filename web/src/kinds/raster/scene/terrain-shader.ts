export const TERRAIN_VERTEX_SHADER = `
precision highp float;
out vec3 world;
out vec2 at;

void main() {
  vec4 moved = modelMatrix * vec4(position, 1.0);
  world = moved.xyz;
  at = uv;
  gl_Position = projectionMatrix * viewMatrix * moved;
}
`;

/** Pictures are shown as they were taken. Ground without one is grey, with light from the north-west as on maps. */
export const TERRAIN_FRAGMENT_SHADER = `
precision highp float;
uniform sampler2D picture;
uniform bool hasPicture;
uniform bool hasGround;
uniform float opacity;
uniform vec3 clipMin;
uniform vec3 clipMax;
in vec3 world;
in vec2 at;
out vec4 pixel;

vec3 bare() {
  vec3 upright = normalize(cross(dFdx(world), dFdy(world)));
  if (upright.z < 0.0) upright = -upright;
  float light = max(0.0, dot(upright, normalize(vec3(-1.0, 1.0, 1.4))));
  return vec3(0.78, 0.77, 0.74) * (0.45 + 0.65 * light);
}
void main() {
  if (any(lessThan(world, clipMin)) || any(greaterThan(world, clipMax))) discard;
  vec4 seen = hasPicture ? texture(picture, at) : vec4(0.0);
  if (!hasGround && seen.a < 0.5) discard;
  vec3 colour = hasGround ? mix(bare(), seen.rgb, seen.a) : seen.rgb;
  pixel = vec4(colour, opacity);
}
`;
