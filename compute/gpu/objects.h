#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compute/gpu/memory_use.h"

namespace texelsort::spirv {
struct Interface;
class Module;
}  // namespace texelsort::spirv

/// Move-only owners of OpenGL objects. The context outlives its objects and must be current when they are created, used
/// or destroyed. OpenGL names and headers stay inside this folder.
namespace texelsort::gpu {

/// Name of an OpenGL object, freed by `release`. 0 means none.
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

/// Rectangle of texels; (x, y) is its lowest corner.
struct Rect {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Rect&) const = default;
};

enum class TexelFormat : std::uint8_t { r32ui, r32i, rg32ui, rgba8, r32f, rgba32f, depth32f };

constexpr std::size_t texel_bytes(TexelFormat format) {
  if (format == TexelFormat::rgba32f) return 16;
  return format == TexelFormat::rg32ui ? 8 : 4;
}

/// 2-D texture with one level, nearest filtering (rgba8: linear) and clamping to the edge.
class Texture {
 public:
  Texture() = default;
  Texture(Extent extent, TexelFormat format, std::string_view label);

  std::uint32_t id() const { return handle_.id(); }
  Extent extent() const { return extent_; }
  TexelFormat format() const { return format_; }

  /// Accesses the texels of `rect`, rows from low y to high y, tightly packed: rect.width * rect.height * texel_bytes.
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
  /// Returns the fragments of the last draw with this counter. Waits for the draw.
  std::uint64_t read() const;

 private:
  Handle handle_;
};

struct ForeignProgram;

/// Linked program with its uniform locations.
class Program {
 public:
  Program() = default;
  Program(Handle handle, std::string label) : handle_(std::move(handle)), label_(std::move(label)) {}
  Program(std::shared_ptr<const spirv::Module> module, std::string label)
      : module_(std::move(module)), label_(std::move(label)) {}

  /// Program of a user's shader, with its inputs.
  Program(Program program, std::shared_ptr<const ForeignProgram> foreign) : Program(std::move(program)) {
    foreign_ = std::move(foreign);
  }

  /// Returns OpenGL's name of the program. 0 if the CPU executes it.
  std::uint32_t id() const { return handle_.id(); }
  /// Returns the code that the CPU executes. Null if OpenGL executes the program.
  const spirv::Module* module() const { return module_.get(); }
  const std::string& label() const { return label_; }

  /// Returns the inputs of a program of a user's shader. Throws InternalError for other programs.
  const spirv::Interface& interface() const;
  /// Null if texelsort's own shaders make up the program.
  const ForeignProgram* foreign() const { return foreign_.get(); }

  /// Returns the cached location of a uniform, or -1 if the program does not use it.
  int location(std::string_view name) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  Handle handle_;
  std::shared_ptr<const spirv::Module> module_;
  std::shared_ptr<const ForeignProgram> foreign_;
  std::string label_;
  mutable std::unordered_map<std::string, int, Hash, std::equal_to<>> locations_;
};

}  // namespace texelsort::gpu
