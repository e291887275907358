// Draws equal rectangles of texels in rows and columns, one per instance: the counterpart of QuadGroup. Computes the coordinates
// of keys and partners at the corners only; the interpolator provides both to every fragment, as for any textured quad.
#include "common/parity.glsl"

uniform ivec2 origin;   // lowest corner of the first rectangle
uniform ivec2 size;
uniform int columns;        // rectangles along x
uniform ivec2 run;          // number of rectangles, `stride` apart, per axis before a gap
uniform ivec2 stride;
uniform ivec2 run_stride;   // from one run to the next
uniform ivec2 thue_morse;   // if not 0: runs exist where the number of ones is even (1) or odd (-1)
uniform vec2 texel_size;  // 1 / extent of the target
uniform ivec2 partner_sign;
uniform ivec2 partner_shift;   // partner = sign * corner + shift + (1 - sign) * offset of the rectangle

noperspective out vec2 own_coordinate, partner_coordinate;

void main() {
  ivec2 index = ivec2(gl_InstanceID % columns, gl_InstanceID / columns);
  ivec2 runs = index / run;
  ivec2 run_place = runs * (1 + abs(thue_morse)) + thue_morse * ivec2(parity(uint(runs.x)), parity(uint(runs.y)));
  ivec2 offset = (index - runs * run) * stride + run_place * run_stride;
  ivec2 corner = origin + offset + ivec2(gl_VertexID & 1, gl_VertexID >> 1) * size;
  ivec2 partner = partner_sign * corner + partner_shift + (1 - partner_sign) * offset;
  own_coordinate = vec2(corner) * texel_size;
  partner_coordinate = vec2(partner) * texel_size;
  gl_Position = vec4(own_coordinate * 2.0 - 1.0, 0.0, 1.0);
}
