// Equal rectangles of texels, one an instance, with the partner's place as an interpolant: what every fragment would have
// to work out alone is worked out once for each corner.
uniform ivec2 origin;   // lowest corner of the first rectangle
uniform ivec2 size;
uniform ivec2 stride;   // from rectangle to rectangle
uniform vec2 extent;    // of the target
uniform ivec2 partner_sign;
uniform ivec2 partner_shift;   // partner = sign * corner + shift + instance * partner_stride
uniform ivec2 partner_stride;

noperspective out vec2 partner;

void main() {
  ivec2 corner = origin + gl_InstanceID * stride + ivec2(gl_VertexID & 1, gl_VertexID >> 1) * size;
  partner = vec2(partner_sign * corner + partner_shift + gl_InstanceID * partner_stride);
  gl_Position = vec4(vec2(corner) / extent * 2.0 - 1.0, 0.0, 1.0);
}
