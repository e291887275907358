#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compute/gpu/executor.h"
#include "compute/script/script.h"
#include "compute/spirv/interface.h"

/// Numbers of a script as inputs of a shader.
namespace texelsort::algorithms::scripted {

/// Returns the bits of a number as an input of a shader. Throws UsageError, without a place, if the type cannot hold
/// it.
std::uint64_t bits_of(const script::Value& value, spirv::Number number, std::string_view name);

/// Returns how many numbers a value has: 1, or those of a list and of its lists.
std::size_t number_count(const script::Value& value);

/// Returns a uniform's value. Throws UsageError, without a place, for a wrong number of values or a wrong type.
gpu::UniformValue uniform_value(const script::Value& value, const spirv::Input& input);

/// Returns the types and names of inputs for messages: "the uniforms uint n, vec2 scale", or "no uniforms".
std::string inputs_text(std::string_view what, const std::vector<spirv::Input>& inputs);

/// Returns the values of all uniforms of a shader. The names refer to those of `inputs`. `is_unused` returns whether
/// the shader declares a uniform that has no effect, which may have a value. Null: `inputs` has these too. `shader` is
/// the file. Throws UsageError, without a place, if the script gives other uniforms than the shader has.
std::vector<gpu::Uniform> uniform_values(const script::Value& given, const std::vector<spirv::Input>& inputs,
                                         std::string_view shader,
                                         const std::function<bool(const std::string& name)>& is_unused = {});

/// Writes a member of a block to the block's bytes. Throws UsageError like uniform_value().
void write_member(std::span<std::byte> block, const script::Value& value, const spirv::Input& input);

/// Returns the size of a block with these members, in which each array without end has as many elements as its value.
std::uint64_t block_bytes(const spirv::BlockInterface& block, const script::Table& members);

}  // namespace texelsort::algorithms::scripted
