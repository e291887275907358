// Keeps the smaller or larger of two keys. MAXIMUM applies to the whole quad, so that fragments need no branch.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 own_coordinate, partner_coordinate;

void main() { write_kept(MAXIMUM, own_coordinate, partner_coordinate); }  //: writes MAXIMUM=takes_max
