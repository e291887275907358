#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Move-only owners of OpenGL objects. A context outlives its objects and is current when they are made, used or
/// destroyed. OpenGL's own names and headers stay inside this layer.
#include "compute/gpu/memory_use.h"

namespace texelsort::gpu {

/// An OpenGL object's name, released through `release` when the owner goes; 0 is nothing.
class Handle {
 public:
  Handle() = default;
  Handle(std::uint32_t id, void (*release)(std::uint32_t)) : id_(id), release_(release) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Handle() {
    if (id_ != 0) release_(id_);
  }
  std::uint32_t id() const { return id_; }

 private:
  std::uint32_t id_ = 0;
  void (*release_)(std::uint32_t) = nullptr;
};

struct Extent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool operator==(const Extent&) const = default;
};

/// A rectangle of texels; (x, y) is its lowest corner.
struct Rect {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Rect&) const = default;
};

enum class TexelFormat : std::uint8_t { r32ui, rg32ui, rgba8, r32f, rgba32f, depth32f };

constexpr std::size_t texel_bytes(TexelFormat format) {
  if (format == TexelFormat::rgba32f) return 16;
  return format == TexelFormat::rg32ui ? 8 : 4;
}

/// A 2-D texture of one level with nearest filtering (rgba8: linear), clamped to its edge.
class Texture {
 public:
  Texture() = default;
  Texture(Extent extent, TexelFormat format, std::string_view label);

  std::uint32_t id() const { return handle_.id(); }
  Extent extent() const { return extent_; }
  TexelFormat format() const { return format_; }

  /// Texels of `rect`, rows from low y to high y, tightly packed: rect.width * rect.height * texel_bytes.
  void write(const Rect& rect, std::span<const std::byte> texels);
  void read(const Rect& rect, std::span<std::byte> texels) const;

 private:
  Handle handle_;
  Allocation allocation_;
  Extent extent_;
  TexelFormat format_ = TexelFormat::r32ui;
};

/// Counts the fragments that pass all tests (GL_SAMPLES_PASSED).
class SampleCounter {
 public:
  SampleCounter();
  std::uint32_t id() const { return handle_.id(); }
  /// Of the last draw with this counter; waits for it.
  std::uint64_t read() const;

 private:
  Handle handle_;
};

/// Memory on the device, for storage blocks.
///
/// OpenGL is given at most `most_in_one` bytes as one object: the driver of an H200 (580.159) makes larger ones 2^32
/// bytes smaller, or a multiple, and says nothing. Larger buffers are several objects, which shaders cannot have as one
/// and CUDA does not map; what is read and written here does not show it.
class Buffer {
 public:
  static constexpr std::uint64_t most_in_one = (std::uint64_t{1} << 32) - 1;

  Buffer() = default;
  Buffer(std::uint64_t size, std::string_view label) : Buffer(size, label, most_in_one) {}
  /// With less than most_in_one, to be several objects sooner.
  Buffer(std::uint64_t size, std::string_view label, std::uint64_t most);

  /// Of the first object, if there are several.
  std::uint32_t id() const { return parts_.empty() ? 0 : parts_.front().id(); }
  bool is_one() const { return parts_.size() < 2; }
  /// An object and which bytes of this buffer it holds.
  struct Part {
    std::uint32_t id = 0;
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Part> parts() const;
  std::uint64_t size() const { return size_; }

  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Bytes [offset, offset + size) of another buffer to the same place here, within the device.
  void copy_from(const Buffer& other, std::uint64_t offset, std::uint64_t size);

 private:
  /// Calls `transfer(part, its offset, bytes done, count)` for each part of [offset, offset + size).
  template <typename Transfer>
  void in_parts(std::uint64_t offset, std::uint64_t size, const Transfer& transfer) const;

  std::vector<Handle> parts_;
  std::uint64_t part_bytes_ = 0;  ///< of all parts but the last
  Allocation allocation_;
  std::uint64_t size_ = 0;
};

/// A linked program with its uniforms' locations.
class Program {
 public:
  Program() = default;
  Program(Handle handle, std::string label) : handle_(std::move(handle)), label_(std::move(label)) {}

  std::uint32_t id() const { return handle_.id(); }
  const std::string& label() const { return label_; }

  /// Location of a uniform, -1 if the program does not use it; asked of OpenGL once.
  int location(std::string_view name) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  Handle handle_;
  std::string label_;
  mutable std::unordered_map<std::string, int, Hash, std::equal_to<>> locations_;
};

}  // namespace texelsort::gpu
