#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// Keys as 64-bit codes and payload in host memory, with guard words on both sides.
class HostArrays {
 public:
  explicit HostArrays(const Problem& problem);

  void load(const data::StateView& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;

  /// The keys as they are now, decoded.
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

/// The width in which an array of n elements is shown when it lives in no texture.
std::uint32_t shown_width(std::uint64_t n);

}  // namespace texelsort::algorithms
