// Draws a triangle over the viewport at one depth. OpenGL maps z from [-1, 1] to [0, 1], exactly for 24-bit depths.
uniform float plane_depth;

void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, plane_depth * 2.0 - 1.0, 1.0);  //: compares -- the plane stands at the threshold's depth
}
