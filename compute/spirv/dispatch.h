#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compute/spirv/conditions.h"
#include "compute/spirv/memory.h"

namespace texelsort::spirv {

/// Receives the accesses and synchronisations of a dispatch.
class Observer {
 public:
  enum class Kind : std::uint8_t { read, write, atomic, subgroup_operation, barrier };
  struct Event {
    Kind kind = Kind::read;
    std::uint32_t workgroup = 0, invocation = 0;
    const Memory* memory = nullptr;  ///< accessed memory; null for shared memory, and if the event is no access
    std::uint64_t offset = 0;        ///< byte in the block or in shared memory
    std::uint32_t bytes = 0;         ///< 0 if the event is no access
    const void* code = nullptr;      ///< identifies the instruction
    std::uint32_t line = 0;          ///< line of the instruction, for Module::place()
  };
  virtual ~Observer() = default;
  virtual void note(const Event& event) = 0;
};

/// A dispatch of a compute shader with all its inputs.
struct Dispatch {
  /// Bytes [offset, offset + size) of a memory as a storage block or uniform block. Blocks may share bytes.
  struct Block {
    std::size_t memory = 0;
    std::uint64_t offset = 0, size = 0;
  };
  /// Texels of 32-bit channels in a memory, row by row. A texel buffer is one row.
  struct Image {
    std::size_t memory = 0;
    std::uint64_t offset = 0;  ///< bytes
    std::uint32_t width = 0, height = 1;
    std::uint32_t channels = 1;
  };
  using Binding = std::pair<std::uint32_t, std::uint32_t>;  ///< descriptor set (0 for OpenGL) and binding

  /// The address of a byte of a memory, for buffer references: its number in `memories` plus 1, above the byte there.
  static constexpr unsigned address_bits = 36;
  static constexpr std::uint64_t offset_mask = (std::uint64_t{1} << address_bits) - 1;
  static constexpr std::uint64_t address(std::size_t memory, std::uint64_t offset) {
    return (std::uint64_t{memory} + 1) << address_bits | offset;
  }

  std::string shader;  ///< name for messages
  /// 32-bit words of uniforms outside blocks, by name.
  std::map<std::string, std::vector<std::uint32_t>> uniforms;
  std::vector<std::byte> push_constants;
  std::map<Binding, Block> blocks;
  /// Blocks by the name of the shader's block or variable, instead of by binding: in HLSL, the registers b0, t0 and u0
  /// share binding 0.
  std::map<std::string, Block> named_blocks;
  std::vector<Memory*> memories;                    ///< null: no address leads to this place
  std::map<std::string, Image> images;              ///< by the name of the sampler or image
  std::uint32_t columns = 1, rows = 1, layers = 1;  ///< number of workgroups along x, y and z
  Observer* observer = nullptr;                     ///< receiver of events; may be null
  std::uint64_t rounds = 0;                         ///< maximum of all loops of an invocation together
  /// True if a barrier does not wait for invocations that have ended. It is a finding all the same.
  bool passes_ended = false;
};

struct Outcome {
  std::vector<Finding> findings;  ///< violations, at most one per rule and pair of source lines
  std::uint64_t instructions = 0;
  std::uint64_t rounds = 0;  ///< maximum of all invocations
  bool stopped = false;      ///< true if a finding ended the dispatch early
};

class Module;

/// Executes a dispatch on its memories and checks every access. Ends at the first workgroup that diverges or does not
/// end. Throws InternalError if an input is missing, or if the shader needs an instruction that is not supported.
Outcome execute(const Module& module, const Dispatch& dispatch, const Conditions& conditions = {});

}  // namespace texelsort::spirv
