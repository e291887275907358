// Draws the equal rectangles of a QuadGroup, one per instance, in rows and columns. Computes the texture coordinates of
// keys and partners only at the corners. The rasteriser interpolates these coordinates for all fragments.
#include "common/parity.glsl"

uniform ivec2 origin;   // lowest texel of the first rectangle
uniform ivec2 size;
uniform int columns;        // number of rectangles along x
uniform ivec2 run;          // number of rectangles per run along x and y; a gap follows each run
uniform ivec2 stride;
uniform ivec2 run_stride;   // distance from the start of one run to the next along x and y, texels
uniform ivec2 thue_morse;   // 0: all runs; otherwise only runs whose index has an even (1) or odd (-1) number of ones
uniform vec2 texel_size;  // reciprocal of the render target's width and height in texels
uniform ivec2 partner_sign;
uniform ivec2 partner_shift;   // partner texel: plain or mirrored corner, plus this shift, plus 2 offsets if mirrored

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
