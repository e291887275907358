// Inputs of a dispatch and of its invocations: blocks, uniforms, images and built-in variables.
#include <algorithm>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {

/// Blocks that are not bound are a fault only if the shader accesses them.
void Machine::bind_blocks() {
  blocks_.resize(module_.blocks());
  for (const Variable& variable : module_.variables()) {
    if (variable.storage == spv::StorageClassPushConstant) {
      own_memories_[0] = Memory(dispatch_.push_constants.size());
      std::memcpy(own_memories_[0].words().data(), dispatch_.push_constants.data(), dispatch_.push_constants.size());
      blocks_[variable.first_block] = {&own_memories_[0], 0,    0,     dispatch_.push_constants.size(),
                                       &variable,         true, false, true};
      continue;
    }
    const Type& whole = module_.type(variable.type);
    const Type& type = whole.kind == Type::Kind::array ? module_.type(whole.element) : whole;
    for (Word n = 0; n < variable.blocks; ++n) {
      Block& block = blocks_[variable.first_block + n];
      block.variable = &variable;
      block.coherent = variable.coherent;
      block.by_words = variable.coherent && variable.is_volatile;
      block.read_only = variable.storage == spv::StorageClassUniform && !type.is_block;
      const auto named = dispatch_.named_blocks.find(variable.name);
      const auto bound = dispatch_.blocks.find({variable.set, variable.binding + n});
      const bool has_name = variable.blocks == 1 && named != dispatch_.named_blocks.end();
      if (!has_name && bound == dispatch_.blocks.end()) continue;
      const Dispatch::Block& given = has_name ? named->second : bound->second;
      block.memory = dispatch_.memories[given.memory];
      block.number = given.memory;
      block.offset = given.offset;
      block.size = given.size;
    }
  }
}

void Machine::give_uniforms() {
  uniforms_.resize(module_.uniform_words());
  for (std::size_t number = 0; number < module_.variables().size(); ++number) {
    const Variable& variable = module_.variables()[number];
    if (variable.storage != spv::StorageClassUniformConstant) continue;
    const Type& type = module_.type(variable.type);
    if (type.kind == Type::Kind::opaque) {
      uniforms_[variable.place] = static_cast<Word>(number);
      continue;
    }
    if (variable.built_in == spv::BuiltInSubgroupSize) {  // gl_SubGroupSizeARB is a uniform
      uniforms_[variable.place] = conditions_.subgroup_size;
      continue;
    }
    const auto found = dispatch_.uniforms.find(variable.name);
    if (found == dispatch_.uniforms.end()) {
      missing_.insert(static_cast<std::uint32_t>(number));  // functions that are never called may use it
      continue;
    }
    if (found->second.size() > type.words) {
      throw InternalError(fmt::format("{}: uniform {} has {} words, but the shader declares {}", dispatch_.shader,
                                      variable.name, found->second.size(), type.words));
    }
    std::ranges::copy(found->second, uniforms_.begin() + variable.place);
  }
}

void Machine::give_images() {
  for (const Variable& variable : module_.variables()) {
    const auto found = dispatch_.images.find(variable.name);
    images_.push_back(found == dispatch_.images.end() ? nullptr : &found->second);
  }
}

void Machine::give_place(Invocation& invocation) const {
  const auto& size = module_.workgroup_size();
  const std::uint32_t workgroup = workgroup_->number;
  const std::uint32_t group[3] = {workgroup % dispatch_.columns, workgroup / dispatch_.columns % dispatch_.rows,
                                  workgroup / dispatch_.columns / dispatch_.rows};
  const std::uint32_t local[3] = {invocation.number % size[0], invocation.number / size[0] % size[1],
                                  invocation.number / size[0] / size[1]};
  const std::uint32_t groups[3] = {dispatch_.columns, dispatch_.rows, dispatch_.layers};
  const std::uint32_t lanes = conditions_.subgroup_size, lane = invocation.number % lanes;
  for (const Variable& variable : module_.variables()) {
    if (variable.storage != spv::StorageClassInput) continue;
    Word* const words = &invocation.words[variable.place];
    /// Writes a mask of the lanes that `is_in` accepts, 128 bits.
    const auto put_mask = [&](const auto& is_in) {
      std::fill_n(words, 4, 0u);
      for (std::uint32_t n = 0; n < lanes; ++n) words[n / 32] |= (is_in(n) ? 1u : 0u) << n % 32;
    };
    switch (variable.built_in) {
      case spv::BuiltInLocalInvocationId:
        std::copy_n(local, 3, words);
        break;
      case spv::BuiltInLocalInvocationIndex:
        words[0] = invocation.number;
        break;
      case spv::BuiltInWorkgroupId:
        std::copy_n(group, 3, words);
        break;
      case spv::BuiltInGlobalInvocationId:
        for (int axis = 0; axis < 3; ++axis) words[axis] = group[axis] * size[axis] + local[axis];
        break;
      case spv::BuiltInNumWorkgroups:
        std::copy_n(groups, 3, words);
        break;
      case spv::BuiltInSubgroupSize:
        words[0] = lanes;
        break;
      case spv::BuiltInSubgroupLocalInvocationId:
        words[0] = lane;
        break;
      case spv::BuiltInSubgroupId:
        words[0] = invocation.number / lanes;
        break;
      case spv::BuiltInNumSubgroups:
        words[0] = (module_.invocations() - 1) / lanes + 1;
        break;
      case spv::BuiltInSubgroupEqMask:
        put_mask([&](std::uint32_t n) { return n == lane; });
        break;
      case spv::BuiltInSubgroupGeMask:
        put_mask([&](std::uint32_t n) { return n >= lane; });
        break;
      case spv::BuiltInSubgroupGtMask:
        put_mask([&](std::uint32_t n) { return n > lane; });
        break;
      case spv::BuiltInSubgroupLeMask:
        put_mask([&](std::uint32_t n) { return n <= lane; });
        break;
      case spv::BuiltInSubgroupLtMask:
        put_mask([&](std::uint32_t n) { return n < lane; });
        break;
      default:
        throw InternalError(
            fmt::format("{}: the built-in variable {} is not supported", dispatch_.shader, variable.name));
    }
  }
}

}  // namespace texelsort::spirv
