#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/run.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Keys and payload in storage buffers, changed in place, with guard words on both sides. Shaders see only the middle.
class BufferArrays {
 public:
  BufferArrays(gpu::Device& device, const Problem& problem);

  void load(const data::State& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

  /// Storage blocks 0 (keys) and 1 (payload).
  std::vector<gpu::BufferBinding> bindings() const;

  /// Bytes before and after the data; a multiple of every alignment that OpenGL may ask of a block's offset (at most
  /// 256).
  static constexpr std::uint64_t guard_bytes = 256;

 private:
  bool has_payload() const { return payload_.id() != 0; }
  std::uint64_t key_bytes() const { return n_ * data::key_bytes(type_); }
  std::uint64_t payload_bytes() const { return n_ * sizeof(std::uint32_t); }

  std::uint64_t n_;
  data::KeyType type_;
  gpu::Buffer keys_, payload_;
};

}  // namespace texelsort::algorithms
