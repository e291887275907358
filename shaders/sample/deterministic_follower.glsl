// Returns the first position in the sorted range [low, high) whose key follows the splitter, or `high` if there is
// none. Among equal keys, the higher position follows. The including shader defines key_at(place).
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
