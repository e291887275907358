// Draws positions of a bucket's sample with a linear congruential generator modulo 2^32. Each bucket has its own seed.
uniform uint seed;

uint first_draw(Parent parent) { return seed ^ (parent.first * uint(SEED_FACTOR)); }

uint place_drawn(Parent parent, uint x) {
  uint place, low;
  umulExtended(x, parent.count, place, low);  // uses the high bits, the most random ones of this generator
  return parent.first + place;
}
