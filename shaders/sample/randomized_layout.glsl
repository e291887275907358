// A bucket that is distributed: `count` keys from place `first`. Its part of the table of counts has K rows of `columns`, from `base` on;
// `shift` takes an element of the scanned table to a place in the array.
struct Parent {
  uint first, count, columns, base, shift;
};
// The keys of one workgroup, and its first column of the table.
struct Tile {
  uint first, last, parent, column;
};
