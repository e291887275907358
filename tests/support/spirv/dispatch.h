#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::spirv {

/// A dispatch of a compute shader with all its inputs. A Machine can execute it any number of times.
struct Dispatch {
  /// A storage block: bytes [offset, offset + size) of a memory. Blocks may share bytes.
  struct Block {
    std::size_t memory = 0;
    std::uint64_t offset = 0, size = 0;
  };
  struct Image {
    gpu::Extent extent;
    std::uint32_t channels = 1;
    std::vector<std::uint32_t> words;
  };

  std::string shader;  ///< below shaders/
  gpu::ShaderLibrary::Assembled source;
  std::map<std::string, gpu::UniformValue> uniforms;
  std::map<std::uint32_t, Block> blocks;             ///< by binding
  std::vector<std::vector<std::uint32_t>> memories;  ///< whole buffers, including guard words
  std::map<std::string, Image> images;               ///< by sampler
  std::uint32_t columns = 1, rows = 1;               ///< number of workgroups
  std::uint64_t rounds = 0;                          ///< maximum of all loops of an invocation together
};

/// Faults that no shader may have.
enum class Fault : std::uint8_t {
  race,        ///< two invocations access a word, at least one writes, and nothing orders them
  divergence,  ///< a barrier that not all invocations of a workgroup reach
  unwritten,   ///< a read of shared memory that was never written
  outside,     ///< an access outside a block or array
  endless,     ///< more rounds of loops than declared
};
std::string name(Fault fault);

struct Finding {
  Fault fault = Fault::race;
  std::string place;  ///< where it was found, such as "radix/count.comp:16"
  std::string other;  ///< race: the earlier access; divergence: the place of other invocations
  std::string text;   ///< the whole message
};

/// Order in which invocations of a workgroup run between two barriers, and in which workgroups run.
struct Order {
  enum class Kind : std::uint8_t { ascending, descending, random };
  Kind kind = Kind::ascending;
  std::uint32_t seed = 1;
};

struct Outcome {
  std::vector<Finding> findings;  ///< one per pair of lines
  std::vector<std::vector<std::uint32_t>> memories;
  std::uint64_t instructions = 0;
  std::uint64_t rounds = 0;  ///< maximum of all invocations
};

class Module;

/// Executes a dispatch and checks every access. Ends with the first workgroup that diverges or does not end.
Outcome execute(const Module& module, const Dispatch& dispatch, Order order = {});

}  // namespace texelsort::spirv
