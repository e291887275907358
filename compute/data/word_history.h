#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace texelsort::data {

/// Time at which a thread accessed a word, as counts of its synchronisations. Comparing two times shows whether the
/// accesses are ordered.
struct Stamp {
  std::uint32_t thread = 0;       ///< index of the thread in the grid
  std::uint32_t barriers = 0;     ///< number of barriers that the thread's block had passed
  std::uint32_t collectives = 0;  ///< number of synchronisations of the thread's whole warp before the access
  /// Number of synchronisations of a part of the warp before the access in which the thread took part.
  std::uint32_t partials = 0;
};

/// Memory access of one thread to a four-byte word.
struct Access {
  Stamp stamp;
  const void* code = nullptr;  ///< address of the instruction, for reports
  std::uint8_t bytes = 0;      ///< mask of the accessed bytes of the word, bit 0 for the first byte
  bool write = false, atomic = false;
};

/// Last accesses to a four-byte word, to find races. The history forgets some accesses, such as a third reader, or one
/// of two writers of different bytes. It may therefore miss a race, but never reports a false one.
class WordHistory {
 public:
  /// Adds an access to the history. Returns an earlier access that conflicts with it and is not ordered before it, or
  /// null. `is_before(stamp)` returns whether an earlier access is ordered before the new one. `epoch`, which is never
  /// 0, is the number of the launch or of the block in the same shared memory. A new number clears the history.
  template <typename IsBefore>
  std::optional<Access> take(const Access& access, std::uint32_t epoch, const IsBefore& is_before) {
    if (epoch_ != epoch) *this = WordHistory(epoch);
    const auto conflicts = [&](const Access& earlier) {
      return earlier.bytes & access.bytes && earlier.stamp.thread != access.stamp.thread &&
             !(earlier.atomic && access.atomic) && !is_before(earlier.stamp);
    };
    std::optional<Access> unordered;
    if (conflicts(written_)) unordered = written_;
    if (access.write) {
      for (const Access& read : read_) {
        if (conflicts(read)) unordered = read;
      }
      written_ = access;
      ever_written_ |= access.bytes;
    } else {
      if (read_[0].stamp.thread != access.stamp.thread) read_[1] = read_[0];
      read_[0] = access;
    }
    return unordered;
  }

  /// Returns the last write since this epoch began, or null if there was none.
  const Access* last_write(std::uint32_t epoch) const {
    return epoch_ == epoch && ever_written_ != 0 ? &written_ : nullptr;
  }

  /// Returns whether all bytes in the mask have been written since the epoch began.
  bool is_written(std::uint8_t bytes, std::uint32_t epoch) const {
    return epoch_ == epoch && (ever_written_ & bytes) == bytes;
  }

 private:
  explicit WordHistory(std::uint32_t epoch) : epoch_(epoch) {}

  Access written_;
  std::array<Access, 2> read_;  ///< last reads of two different threads, the latest one first
  std::uint32_t epoch_ = 0;
  std::uint8_t ever_written_ = 0;

 public:
  WordHistory() = default;
};

inline constexpr std::size_t word_bytes = 4;
constexpr std::size_t words_of(std::size_t bytes) {
  return (bytes + word_bytes - 1) / word_bytes;
}

/// Calls `visit(word, mask)` for each four-byte word that overlaps [offset, offset + bytes). `mask` contains the
/// overlapping bytes of the word.
template <typename Visit>
void for_each_word(std::size_t offset, std::size_t bytes, const Visit& visit) {
  for (std::size_t at = offset; at < offset + bytes;) {
    const std::size_t word = at / word_bytes, next = (word + 1) * word_bytes;
    const std::size_t end = next < offset + bytes ? next : offset + bytes;
    visit(word, static_cast<std::uint8_t>(((1u << (end - at)) - 1) << (at % word_bytes)));
    at = next;
  }
}

}  // namespace texelsort::data
