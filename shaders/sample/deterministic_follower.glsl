// Returns the first position in the sorted range [low, high) whose key follows the splitter, or `high` if no key does.
// Position breaks ties between equal keys. The including shader defines key_at(place).
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
