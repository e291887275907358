// Draws random positions in a bucket for its sample, with a linear congruential generator modulo 2^32 and its own seed.
uniform uint seed;

uint first_draw(Parent parent) { return seed ^ (parent.first * uint(SEED_FACTOR)); }

uint place_drawn(Parent parent, uint x) {
  uint place, low;
  umulExtended(x, parent.count, place, low);  // use the high bits, which are the most random ones of this generator
  return parent.first + place;
}
