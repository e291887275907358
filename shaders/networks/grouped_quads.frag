// The smaller or the larger of two keys, without deciding which: MAXIMUM is true or false for the whole quad.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 own_coordinate, partner_coordinate;

void main() { write_kept(MAXIMUM, own_coordinate, partner_coordinate); }  //: writes MAXIMUM=takes_max
