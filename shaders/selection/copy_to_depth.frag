// Writes, for every key, the depth that represents the key's position in the window of encoded keys.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "selection/window.glsl"

void main() { gl_FragDepth = depth_of(place(code_at(gl_FragCoord.xy))); }  //: reads, writes -- the depth buffer gets the key's place in the window
