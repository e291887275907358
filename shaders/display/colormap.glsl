// Maps a value to a colour. app/export/colours.cpp defines COLORMAP_COUNT and COLORMAP_STOPS (sRGB colours as vec3).
const vec3 colormap_stops[COLORMAP_COUNT] = vec3[COLORMAP_COUNT](COLORMAP_STOPS);
uniform vec4 not_a_number;

vec4 value_color(float unit) {
  if (unit < 0.0) return not_a_number;
  float place = unit * float(COLORMAP_COUNT - 1);
  int stop = min(int(place), COLORMAP_COUNT - 2);
  return vec4(mix(colormap_stops[stop], colormap_stops[stop + 1], place - float(stop)), 1.0);
}
