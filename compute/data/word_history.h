#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace texelsort::data {

/// When a thread touched a word: enough to tell whether another thread's access comes after it for certain.
struct Stamp {
  std::uint32_t thread = 0;    ///< of the grid
  std::uint32_t barriers = 0;  ///< of its block, passed before
  std::uint32_t meetings = 0;  ///< of all lanes of its warp, before
  std::uint32_t partials = 0;  ///< meetings of some lanes of its warp in which it took part, before
};

/// An access of a thread to memory.
struct Access {
  Stamp stamp;
  const void* code = nullptr;  ///< the address of the instruction
  std::uint8_t bytes = 0;      ///< a bit for each byte of the word
  bool write = false, atomic = false;
};

/// Who last touched a word of four bytes. What it forgets (a third reader, one of two writers of different bytes) may
/// hide a race, and never makes one.
class WordHistory {
 public:
  /// Takes an access, and gives the earlier one that nothing orders before it, if there is one. `is_before(stamp)`
  /// tells whether the access of a stamp is ordered before this one. `epoch` is another after everything that came
  /// before has been forgotten: another launch, another block in the same shared memory; never 0.
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

  /// Whether all these bytes have been written since the epoch began.
  bool is_written(std::uint8_t bytes, std::uint32_t epoch) const {
    return epoch_ == epoch && (ever_written_ & bytes) == bytes;
  }

 private:
  explicit WordHistory(std::uint32_t epoch) : epoch_(epoch) {}

  Access written_;
  std::array<Access, 2> read_;  ///< by two different threads, the latest first
  std::uint32_t epoch_ = 0;
  std::uint8_t ever_written_ = 0;

 public:
  WordHistory() = default;
};

inline constexpr std::size_t word_bytes = 4;
constexpr std::size_t words_of(std::size_t bytes) {
  return (bytes + word_bytes - 1) / word_bytes;
}

/// Calls `visit(word, mask)` for each word of four bytes that [offset, offset + bytes) has bytes of.
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
