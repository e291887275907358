// Writes each texel's depth as a colour, because some devices cannot read depth buffers back to the host.
uniform sampler2D depth;
out float colour;

void main() { colour = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
