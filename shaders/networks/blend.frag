// Draws a textured quad without arithmetic. Reads the texel at COORDINATE (own_ or partner_coordinate), with channels
// in the order SWIZZLE. The blend equation keeps the smaller or larger of this key and the render target's key.
noperspective in vec2 own_coordinate, partner_coordinate;
uniform sampler2D lists_in;
layout(location = 0) out vec4 lists_out;

void main() { lists_out = texture(lists_in, COORDINATE).SWIZZLE; }  //: reads, compares, writes BLEND=equation -- the blend equation compares what is read with what is in the target, and keeps one
