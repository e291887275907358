#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compute/gpu/foreign_shader.h"
#include "compute/gpu/program_builder.h"
#include "compute/spirv/conditions.h"

namespace texelsort::gpu {

struct BufferBinding;
struct DispatchCall;
struct DeviceInfo;

/// Memory for storage blocks on a compute device.
class Storage {
 public:
  virtual ~Storage() = default;
  virtual std::uint64_t size() const = 0;
  virtual void write(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual void read(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
  /// Copies bytes [offset, offset + size) of other memory of the same device to the same offset.
  virtual void copy_from(const Storage& other, std::uint64_t offset, std::uint64_t size) = 0;
};

/// Numbers of workgroups along x, y and z. DispatchCall::workgroups is folded to two axes, because OpenGL guarantees
/// only 65,535 per axis.
struct Grid {
  std::uint32_t columns = 0, rows = 0, layers = 1;
};

/// Executor of compute shaders: OpenGL, or the CPU invocation by invocation. Algorithms use it through Buffer,
/// ComputeProgram and Executor and do not know which one it is.
class ComputeDevice {
 public:
  virtual ~ComputeDevice() = default;

  virtual std::unique_ptr<Storage> allocate(std::uint64_t size, std::string_view label) = 0;
  /// Builds a program of one compute stage. Throws ShaderError.
  virtual Program build(const AssembledStage& stage) = 0;
  /// Builds a program of a user's shader. Throws ShaderError with file:line, or UnavailableError if this device cannot
  /// execute the shader.
  virtual Program build_foreign(const ForeignShader& shader, const ForeignSource& source) = 0;
  /// Executes a dispatch. Its writes are visible to later dispatches and reads. Without a grid, the device reads the
  /// number of workgroups from the buffer that is bound as `workgroup_counts`.
  virtual void dispatch(const DispatchCall& call, std::optional<Grid> grid) = 0;
  /// Returns the 64-bit address of a byte of a buffer, for buffer references. A dispatch that uses it must name the
  /// buffer in DispatchCall::reachable. Throws UnavailableError if shaders of this device have no addresses.
  virtual std::uint64_t address_of(const BufferBinding& binding) = 0;
  /// Lets samplers whose uniform has the value `unit` read the texels of a buffer, each `words` 32-bit words. Null
  /// ends this.
  virtual void show_texels(std::uint32_t unit, std::uint32_t words, const BufferBinding* bytes) = 0;
  virtual std::uint64_t most_texels() const = 0;
  /// Waits until all dispatches are done.
  virtual void wait() = 0;
};

/// Returns the compute device of the current OpenGL context. `info` outlives it.
std::unique_ptr<ComputeDevice> make_opengl_compute(const DeviceInfo& info);

/// How the CPU executes compute shaders.
struct ShaderExecution {
  spirv::Conditions conditions{};
  /// Receives findings instead of an exception. Null: a dispatch with findings throws spirv::ShaderViolation.
  std::vector<spirv::Finding>* findings = nullptr;
  /// Receives the findings of users' shaders instead of an exception, if their dispatch has ended all the same. Sorts
  /// of users can thus run although a rule is violated. Null: there is an exception.
  std::function<void(const spirv::Finding&)> note{};
  /// Also executes each dispatch under these conditions, until a result differs: `difference` then says where.
  std::optional<spirv::Conditions> compared{};
  std::string difference{};
  std::uint64_t instructions = 0;  ///< executed so far
  bool used_subgroups = false;     ///< true if a shader so far had operations of subgroups
  DeviceInfo* info = nullptr;      ///< description of the device

  /// Sets the size of subgroups. Algorithms that need another size are then refused.
  void set_subgroup_size(std::uint32_t size);
};
/// Returns the compute device that executes shaders on the CPU and checks every access. Writes its limits to
/// `info`. The caller may change `execution` between dispatches.
std::unique_ptr<ComputeDevice> make_interpreted_compute(std::shared_ptr<ShaderExecution> execution, DeviceInfo& info);

}  // namespace texelsort::gpu
