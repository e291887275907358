#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/data/word_history.h"

namespace texelsort::spirv {

/// Memory of a buffer or image, with the accesses of the running dispatch to each word.
class Memory {
 public:
  Memory() = default;
  explicit Memory(std::uint64_t bytes, std::string label = {})
      : words_(data::words_of(bytes)), label_(std::move(label)) {}
  explicit Memory(std::vector<std::uint32_t> words) : words_(std::move(words)) {}

  std::vector<std::uint32_t>& words() { return words_; }
  const std::vector<std::uint32_t>& words() const { return words_; }
  std::uint64_t bytes() const { return words_.size() * data::word_bytes; }
  const std::string& label() const { return label_; }

  /// Forgets all accesses, because a dispatch begins.
  void begin_dispatch() {
    ++epoch_;
    histories_.resize(words_.size());
  }
  std::uint32_t epoch() const { return epoch_; }
  data::WordHistory& history(std::size_t word) { return histories_[word]; }

 private:
  std::vector<std::uint32_t> words_;
  std::vector<data::WordHistory> histories_;  ///< by word; empty before the first dispatch
  std::uint32_t epoch_ = 0;
  std::string label_;
};

}  // namespace texelsort::spirv
