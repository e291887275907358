#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace texelsort::data {

/// Time at which a thread accessed a word, in a form that shows whether another thread's access is ordered after it.
struct Stamp {
  std::uint32_t thread = 0;       ///< index of the thread in the grid
  std::uint32_t barriers = 0;     ///< number of barriers that the thread's block had passed
  std::uint32_t collectives = 0;  ///< number of synchronisations of its whole warp so far
  std::uint32_t partials = 0;     ///< number of synchronisations of part of its warp in which it participated so far
};

/// A memory access by a thread.
struct Access {
  Stamp stamp;
  const void* code = nullptr;  ///< address of the instruction
  std::uint8_t bytes = 0;      ///< mask of the bytes of the word
  bool write = false, atomic = false;
};

/// Recent accesses to a four-byte word. Forgotten accesses (a third reader, or one of two writers of different bytes)
/// may hide a race but never report a false one.
class WordHistory {
 public:
  /// Adds an access. Returns an earlier conflicting access that is not ordered before it, if any. `is_before(stamp)`
  /// returns whether an access is ordered before this one. A new `epoch` clears the history, for another launch or
  /// another block in the same shared memory. It is never 0.
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

  /// Returns whether all these bytes have been written in this epoch.
  bool is_written(std::uint8_t bytes, std::uint32_t epoch) const {
    return epoch_ == epoch && (ever_written_ & bytes) == bytes;
  }

 private:
  explicit WordHistory(std::uint32_t epoch) : epoch_(epoch) {}

  Access written_;
  std::array<Access, 2> read_;  ///< by two different threads, most recent first
  std::uint32_t epoch_ = 0;
  std::uint8_t ever_written_ = 0;

 public:
  WordHistory() = default;
};

inline constexpr std::size_t word_bytes = 4;
constexpr std::size_t words_of(std::size_t bytes) {
  return (bytes + word_bytes - 1) / word_bytes;
}

/// Calls `visit(word, mask)` for each four-byte word that overlaps [offset, offset + bytes).
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
