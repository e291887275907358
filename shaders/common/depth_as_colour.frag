// Converts each texel's depth to a colour, because some devices cannot read depths back.
uniform sampler2D depth;
out float colour;

void main() { colour = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
