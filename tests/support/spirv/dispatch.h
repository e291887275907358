#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::spirv {

/// A dispatch of a compute shader with all that it is given: what a Machine executes, as often as one likes.
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
  std::vector<std::vector<std::uint32_t>> memories;  ///< whole buffers, guard words included
  std::map<std::string, Image> images;               ///< by sampler
  std::uint32_t columns = 1, rows = 1;               ///< of workgroups
  std::uint64_t rounds = 0;                          ///< of all loops of an invocation together, at the most
};

/// What no shader may do.
enum class Fault : std::uint8_t {
  race,        ///< two invocations touch a word, one writing, and nothing orders them
  divergence,  ///< a barrier that not all invocations of a workgroup reach
  unwritten,   ///< a read of shared memory that was never written
  outside,     ///< an access outside a block or array
  endless,     ///< more rounds of loops than the dispatch says
};
std::string name(Fault fault);

struct Finding {
  Fault fault = Fault::race;
  std::string place;  ///< "radix/count.comp:16", where it shows
  std::string other;  ///< of a race, the access before; of a divergence, where others are
  std::string text;   ///< the whole, for a reader
};

/// In which order invocations of a workgroup take turns between two barriers, and workgroups one after the other.
struct Order {
  enum class Kind : std::uint8_t { ascending, descending, random };
  Kind kind = Kind::ascending;
  std::uint32_t seed = 1;
};

struct Outcome {
  std::vector<Finding> findings;  ///< one for each pair of lines
  std::vector<std::vector<std::uint32_t>> memories;
  std::uint64_t instructions = 0;
  std::uint64_t rounds = 0;  ///< most of an invocation
};

class Module;

/// Executes a dispatch and looks at every access. Ends with the first workgroup that diverges or goes on without end.
Outcome execute(const Module& module, const Dispatch& dispatch, Order order = {});

}  // namespace texelsort::spirv
