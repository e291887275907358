// Equal rectangles of texels, one an instance. Where a key and its partner lie is worked out once for each corner, and the interpolator
// carries it to every fragment: two texture coordinates, as for any textured quad.
uniform ivec2 origin;   // lowest corner of the first rectangle
uniform ivec2 size;
uniform ivec2 stride;   // from rectangle to rectangle
uniform vec2 texel_size;  // 1 / extent of the target
uniform ivec2 partner_sign;
uniform ivec2 partner_shift;   // partner = sign * corner + shift + instance * partner_stride
uniform ivec2 partner_stride;

noperspective out vec2 own_coordinate, partner_coordinate;

void main() {
  ivec2 corner = origin + gl_InstanceID * stride + ivec2(gl_VertexID & 1, gl_VertexID >> 1) * size;
  ivec2 partner = partner_sign * corner + partner_shift + gl_InstanceID * partner_stride;
  own_coordinate = vec2(corner) * texel_size;
  partner_coordinate = vec2(partner) * texel_size;
  gl_Position = vec4(own_coordinate * 2.0 - 1.0, 0.0, 1.0);
}
