#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/scripted/description.h"
#include "compute/algorithms/scripted/pass_call.h"
#include "compute/gpu/device.h"
#include "compute/spirv/interface.h"

namespace texelsort::algorithms::scripted {

/// Finds a buffer by the name that a script uses. Null if there is none.
using FindBuffer = std::function<const GuardedBuffer*(std::string_view name)>;

/// A compute pass whose inputs fit its shader.
class BoundPass {
 public:
  /// Compiles the shader and compares its interface with the call. Throws UsageError with both sides if they differ,
  /// and ShaderError for errors of the shader.
  BoundPass(gpu::Device& device, const Description& description, std::shared_ptr<const PassCall> call,
            std::vector<std::string> buffers);

  void dispatch(gpu::Device& device, const FindBuffer& find) const;
  /// Returns the number of invocations. 0 if a buffer has the number of workgroups.
  std::uint64_t invocations() const;
  const PassCall& call() const { return *call_; }
  /// Returns the names of the buffers that the shader reads or writes, each once.
  const std::vector<std::string>& buffers() const { return used_; }

 private:
  struct Block {
    gpu::BufferBinding binding;  ///< without a buffer
    std::string buffer;          ///< name; empty for contents
    std::shared_ptr<const gpu::Buffer> contents;
  };
  /// A member whose value is the address of a buffer.
  struct Address {
    std::string buffer;
    std::uint64_t offset = 0;
  };

  [[noreturn]] void refuse(const std::string& message) const;
  void bind_uniforms();
  void bind_blocks(gpu::Device& device);
  void bind_push_constants();
  void bind_contents(gpu::Device& device, const spirv::BlockInterface& shader, const BlockCall& given, Block& block);
  /// Returns the block with the uniforms of HLSL outside blocks. Null if there is none.
  const spirv::BlockInterface* find_loose_uniforms() const;
  const spirv::BlockInterface& find_block(const BlockCall& given, std::string& element) const;
  std::vector<std::byte> encoded(const spirv::BlockInterface& block, const script::Table& members,
                                 std::vector<Address>& addresses) const;
  void require_buffer(const std::string& name, const std::string& user);

  const Description& description_;
  std::shared_ptr<const PassCall> call_;
  std::vector<std::string> known_;  ///< names of all buffers
  std::vector<std::string> used_;
  const gpu::Program* program_ = nullptr;
  std::array<std::uint32_t, 3> local_size_{1, 1, 1};
  std::vector<gpu::Uniform> uniforms_;
  std::vector<Block> blocks_;
  std::vector<std::byte> push_;
  std::vector<Address> push_addresses_;
};

}  // namespace texelsort::algorithms::scripted
