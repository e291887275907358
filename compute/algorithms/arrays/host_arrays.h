#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// Keys, as 64-bit encoded keys, and payload in host memory. Each array has guard words before and after the data.
class HostArrays {
 public:
  explicit HostArrays(const Problem& problem);

  void load(const data::StateView& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;

  /// Returns views of the current keys, decoded, and of the payload.
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

  bool has_payload() const { return payload_bytes() > 0; }
  std::uint64_t payload_bytes() const { return data::payload_bytes(payload_kind_); }
  std::span<std::uint64_t> codes() { return std::span(codes_).subspan(guard_words, n_); }
  std::span<std::uint64_t> payload();

 private:
  static constexpr std::uint64_t guard_words = 16;

  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_kind_;
  std::vector<std::uint64_t> codes_;
  std::vector<std::uint64_t> payload_;
};

/// Returns the number of elements per row for displaying an array of n elements that is not in a texture.
std::uint32_t shown_width(std::uint64_t n);

}  // namespace texelsort::algorithms
