// Bucket to distribute: `count` keys from position `first`. Its part of the table starts at `base` and has K rows of
// `columns` entries. `shift` is added to an element of the scanned table to obtain a position in the array.
struct Parent {
  uint first, count, columns, base, shift;
};
// Range of keys of one workgroup, [first, last), its parent bucket, and its first column of the table.
struct Tile {
  uint first, last, parent, column;
};
