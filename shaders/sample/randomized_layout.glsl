// Bucket to be distributed: `count` keys from position `first`. Its part of the table of counts has K rows of `columns`
// entries, from `base` on. `shift` converts an element of the scanned table to a position in the array.
struct Parent {
  uint first, count, columns, base, shift;
};
// Keys of one workgroup, and its first column of the table.
struct Tile {
  uint first, last, parent, column;
};
