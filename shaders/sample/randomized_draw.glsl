// Positions of a bucket's sample: a linear congruential generator modulo 2^32 with a different start for each bucket.
uniform uint seed;

uint first_draw(Parent parent) { return seed ^ (parent.first * uint(SEED_FACTOR)); }

uint place_drawn(Parent parent, uint x) {
  uint place, low;
  umulExtended(x, parent.count, place, low);  // the high bits are the generator's best
  return parent.first + place;
}
