// Draws patterns of lines or dots. Like colours, they distinguish groups of keys; app/gui/views/patterns.cpp draws the
// same. The alpha channel of `tint` is 255 minus the number of the pattern.
uniform float pattern_spacing;  // distance between lines of a pattern, pixels

float ruled(float place, float thickness) {
  float away = abs(fract(place / pattern_spacing) - 0.5) * pattern_spacing;
  return clamp(0.5 + 0.5 * thickness - away, 0.0, 1.0);
}

// Returns the colour of `tint` with its pattern at a pixel. Patterns continue across adjacent cells of one group.
vec4 patterned(vec4 tint, vec2 pixel) {
  int pattern = 255 - int(tint.a * 255.0 + 0.5);
  vec3 color = tint.rgb;
  if (pattern == 0) return vec4(color, 1.0);
  float thickness = pattern_spacing / 6.0, slant = 1.41421356;
  float rising = ruled(pixel.x + pixel.y, slant * thickness), falling = ruled(pixel.x - pixel.y, slant * thickness);
  float level = ruled(pixel.y, thickness), upright = ruled(pixel.x, thickness), covered = 0.0;
  if (pattern == 1 || pattern == 7) covered = max(covered, rising);
  if (pattern == 3 || pattern == 7) covered = max(covered, falling);
  if (pattern == 4 || pattern == 5) covered = max(covered, level);
  if (pattern == 6 || pattern == 5) covered = max(covered, upright);
  if (pattern == 2) {
    vec2 away = (fract(pixel / pattern_spacing) - 0.5) * pattern_spacing;
    covered = clamp(0.5 + 1.4 * thickness - length(away), 0.0, 1.0);
  }
  float luminance = dot(color * color, vec3(0.2126, 0.7152, 0.0722));
  vec3 line = luminance > 0.18 ? vec3(0.0) : vec3(1.0);
  return vec4(mix(color, line, 0.45 * covered), 1.0);
}
