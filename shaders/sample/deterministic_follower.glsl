// The first place in [low, high), whose keys ascend, of a key that follows the splitter; high if none does. Equal keys are told apart by
// their places. The including shader defines key_at(place).
uint find_follower(Code code, uint place, uint low, uint high) {
  while (low < high) {
    uint middle = low + (high - low) / 2u;
    Code other = key_at(middle);
    if (precedes(code, other) || (code == other && place < middle)) {  //: compares
      high = middle;
    } else {
      low = middle + 1u;
    }
  }
  return low;
}
