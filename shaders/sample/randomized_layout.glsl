// Bucket that will be distributed: `count` keys from position `first`. Its part of the table of counts starts at `base`
// and has K rows of `columns` entries. A scanned entry plus `shift` is a position in the array.
struct Parent {
  uint first, count, columns, base, shift;
};
// Keys [first, last) that one workgroup distributes, their bucket `parent`, and their first column of the table.
struct Tile {
  uint first, last, parent, column;
};
