#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// Keys and payload of n elements, in two guarded buffers.
class KeyBuffers {
 public:
  KeyBuffers(gpu::Device& device, const Problem& problem) : KeyBuffers(device, problem, buffers_of(device)) {}
  KeyBuffers(gpu::Device& device, const Problem& problem, const BufferMaker& make);

  void load(const data::StateView& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;
  /// Copies keys and payload on the device from the buffers of another object for the same problem.
  void copy_from(const KeyBuffers& other);
  const GuardedBuffer& keys() const { return keys_; }
  const GuardedBuffer& payload() const { return payload_; }  ///< must only be called if the problem has a payload

  /// Appends a binding of the keys as storage block `first`. If there is a payload, appends its binding as storage
  /// block `first` + 1.
  void append_bindings(std::vector<gpu::BufferBinding>& bindings, std::uint32_t first) const;

 private:
  std::uint64_t n_;
  data::KeyType type_;
  data::PayloadKind payload_kind_;
  GuardedBuffer keys_, payload_;
};

/// Buffers of keys and payload for passes that work in place.
class BufferArrays : public KeyBuffers {
 public:
  using KeyBuffers::KeyBuffers;
  /// Returns bindings of the keys as storage block 0 and, if there is a payload, of the payload as storage block 1.
  std::vector<gpu::BufferBinding> bindings() const;
};

/// Front and back buffers of keys and payload. A pass reads the front and writes the back. swap() exchanges front and
/// back. If there is only a front, passes work in place.
class PingPongBuffers {
 public:
  PingPongBuffers(gpu::Device& device, const Problem& problem, unsigned sides, const BufferMaker& make);

  void load(const data::StateView& state) {
    front_ = 0;
    front().load(state);
  }
  data::State read(std::uint64_t first, std::uint64_t count) const { return front().read(first, count); }
  std::vector<View> views() const { return front().views(); }
  std::optional<std::string> find_guard_damage() const;

  /// Returns bindings of keys and payload: the front as storage blocks 0 and 1, the back as storage blocks 2 and 3.
  std::vector<gpu::BufferBinding> bindings() const;
  void swap() { front_ ^= 1; }
  /// Returns the index of the current front, 0 or 1.
  unsigned side() const { return front_; }

  /// Stores a copy of the front buffers on the device. copy_kept() later restores this copy.
  void keep(gpu::Device& device, const Problem& problem) {
    kept_.emplace(device, problem);
    kept_->copy_from(front());
  }
  void copy_kept() {
    front_ = 0;
    front().copy_from(kept_.value());
  }

  KeyBuffers& front() { return sides_[front_]; }
  const KeyBuffers& front() const { return sides_[front_]; }
  KeyBuffers& back() { return sides_[front_ ^ 1]; }
  const KeyBuffers& back() const { return sides_[front_ ^ 1]; }
  const std::vector<KeyBuffers>& sides() const { return sides_; }

 private:
  std::vector<KeyBuffers> sides_;
  std::optional<KeyBuffers> kept_;
  unsigned front_ = 0;
};

}  // namespace texelsort::algorithms
