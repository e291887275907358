// Each texel's depth as a number: not every device lets depths be read back.
uniform sampler2D depth;
out float colour;

void main() { colour = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
