// Where a bucket's sample is drawn: a linear congruential generator modulo 2^32 that starts elsewhere for each bucket.
uniform uint seed;

uint first_draw(Parent parent) { return seed ^ (parent.first * uint(SEED_FACTOR)); }

uint place_drawn(Parent parent, uint x) {
  uint place, low;
  umulExtended(x, parent.count, place, low);  // the generator's best bits are its high ones
  return parent.first + place;
}
