// Draws a rectangle for each key that moves, between its old and its present place. All rectangles form one strip, in
// which triangles without area connect them.
#include "display/moves.glsl"

uniform uint places;        // number of places
uniform uint row_places;    // places per row
uniform vec2 place_corner;  // render target pixel of the corner of place 0
uniform vec2 place_size;    // distance from place to place along x and y, pixels
uniform vec2 target_size;   // width and height of the render target, pixels
uniform float eased;        // 0: old places, 1: present places
uniform float bow;          // greatest distance of a key from the straight line between its places, pixels

flat out uint moved_place;   // present place of the key
flat out vec2 moved_corner;  // pixel of the rectangle's corner

vec2 corner_of(uint place) { return place_corner + place_size * vec2(place % row_places, place / row_places); }

void main() {
  uint before = move_word(places + uint(gl_VertexID) / 6u);
  moved_place = move_word(before);
  vec2 start = corner_of(before), end = corner_of(moved_place);
  // Partners bow to opposite sides, so that they do not hide each other.
  vec2 way = end - start, aside = vec2(-way.y, way.x) / max(length(way), 1.0);
  moved_corner = mix(start, end, eased) + aside * bow * (4.0 * eased * (1.0 - eased));
  int turn = clamp(gl_VertexID % 6 - 1, 0, 3);
  // A little more on each side than rounding can take away. The fragment shader decides which pixels belong to the key.
  vec2 pixel = moved_corner - 0.02 + vec2(turn & 1, turn >> 1) * (place_size + 0.04);
  gl_Position = vec4(pixel / target_size * 2.0 - 1.0, 0.0, 1.0);
}
