// Copies texels, for the start-up probe of what blending does to them.
uniform sampler2D probe_in;
layout(location = 0) out vec4 probe_out;

void main() { probe_out = texelFetch(probe_in, ivec2(gl_FragCoord.xy), 0); }
