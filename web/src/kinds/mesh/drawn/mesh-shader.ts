/** Colour of models without pictures and colours: a light grey. */
const PLAIN = '0.8, 0.8, 0.8';

export const MESH_VERTEX_SHADER = `
precision highp float;
in vec4 colour;
out vec3 world;
out vec3 direction;
out vec3 tint;
out vec2 at;

void main() {
  vec4 moved = modelMatrix * vec4(position, 1.0);
  world = moved.xyz;
  // The model may be stretched: normals shrink where it grows.
  direction = normal / vec3(modelMatrix[0][0], modelMatrix[1][1], modelMatrix[2][2]);
  tint = colour.rgb;
  at = uv;
  gl_Position = projectionMatrix * viewMatrix * moved;
}
`;

/** Light comes from the eye, so all that is seen is lit, and a little from the sky. */
export const MESH_FRAGMENT_SHADER = `
precision highp float;
uniform sampler2D picture;
uniform bool hasPicture;
uniform bool hasColours;
uniform bool hasNormals;
uniform bool isLit;
uniform float opacity;
uniform vec3 clipMin;
uniform vec3 clipMax;
in vec3 world;
in vec3 direction;
in vec3 tint;
in vec2 at;
out vec4 pixel;

vec3 lit(vec3 colour) {
  vec3 toEye = normalize(cameraPosition - world);
  vec3 flatNormal = cross(dFdx(world), dFdy(world));
  vec3 upright = normalize(hasNormals && dot(direction, direction) > 0.0 ? direction : flatNormal);
  if (dot(upright, toEye) < 0.0) upright = -upright;
  float sky = 0.5 + 0.5 * upright.z;
  return colour * (0.25 + 0.15 * sky + 0.6 * dot(upright, toEye));
}
void main() {
  if (any(lessThan(world, clipMin)) || any(greaterThan(world, clipMax))) discard;
  vec3 colour = vec3(${PLAIN});
  if (hasPicture) colour = texture(picture, at).rgb;
  else if (hasColours) colour = tint;
  pixel = vec4(isLit ? lit(colour) : colour, opacity);
}
`;
