#include "tests/support/spirv/module.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#define SPV_ENABLE_UTILITY_CODE
#include <glslang/SPIRV/spirv.hpp>

#include "compute/data/error.h"

namespace texelsort::spirv {
namespace {

constexpr std::uint32_t header_words = 5, bound_at = 3;

std::string text_at(const std::uint32_t* words) {
  return reinterpret_cast<const char*>(words);
}

/// Returns a number of words in memory. Without a decoration, elements are dense.
std::uint32_t words_or(std::uint32_t bytes, std::uint32_t dense) {
  return bytes == 0 ? dense : bytes / 4;
}

}  // namespace

Module::Module(Binary binary) : binary_(std::move(binary)) {
  const std::vector<std::uint32_t>& words = binary_.words;
  const std::uint32_t bound = words[bound_at];
  types_.resize(bound);
  type_of_.resize(bound);
  slots_.resize(bound);
  targets_.resize(bound);
  std::uint32_t line = 0;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    Instruction instruction;
    instruction.op = words[at] & 0xffffu;
    bool has_result = false, has_type = false;
    spv::HasResultAndType(static_cast<spv::Op>(instruction.op), &has_result, &has_type);
    std::size_t next = at + 1;
    if (has_type) instruction.type = words[next++];
    if (has_result) instruction.result = words[next++];
    instruction.operands = words.data() + next;
    instruction.count = static_cast<std::uint32_t>(at + (words[at] >> 16) - next);
    if (instruction.op == spv::OpLine) line = instruction.operands[1];
    instruction.line = line;
    declare(instruction);
  }
}

void Module::give_slot(std::uint32_t id, std::uint32_t type) {
  type_of_[id] = type;
  slots_[id] = static_cast<std::uint32_t>(first_words_.size());
  first_words_.resize(first_words_.size() + types_[type].words);
}

void Module::declare(const Instruction& i) {
  switch (i.op) {
    case spv::OpName:
      names_[i.operands[0]] = text_at(i.operands + 1);
      return;
    case spv::OpDecorate:
      decorations_[i.operands[0]].own[i.operands[1]] = i.count > 2 ? i.operands[2] : 1;
      return;
    case spv::OpMemberDecorate:
      decorations_[i.operands[0]].members[i.operands[1]][i.operands[2]] = i.count > 3 ? i.operands[3] : 1;
      return;
    case spv::OpEntryPoint:
      entry_ = i.operands[1];
      return;
    case spv::OpExecutionMode:
      if (i.operands[1] == spv::ExecutionModeLocalSize) workgroup_size_ = i.operands[2];
      return;
    case spv::OpCapability:
    case spv::OpExtension:
    case spv::OpExtInstImport:
    case spv::OpMemoryModel:
    case spv::OpString:
    case spv::OpSource:
    case spv::OpSourceExtension:
    case spv::OpMemberName:
    case spv::OpModuleProcessed:
    case spv::OpLine:
    case spv::OpNoLine:
    case spv::OpNop:
      return;
    default:
      break;
  }
  if (i.op >= spv::OpTypeVoid && i.op <= spv::OpTypeFunction) return declare_type(i);
  if (i.op >= spv::OpConstantTrue && i.op <= spv::OpConstantNull) return declare_constant(i);
  if (i.op == spv::OpVariable) return declare_variable(i);
  put(i);
}

void Module::declare_type(const Instruction& i) {
  using Kind = Type::Kind;
  Type& type = types_[i.result];
  const Decorations& decorations = decorations_[i.result];
  const auto decorated = [&](std::uint32_t decoration) {
    const auto found = decorations.own.find(decoration);
    return found == decorations.own.end() ? 0u : found->second;
  };
  const auto repeat = [&](std::uint32_t count) {
    const Type& element = types_[i.operands[0]];
    type.element = i.operands[0];
    type.count = count;
    type.stride = words_or(decorated(spv::DecorationArrayStride), element.words);
    type.words = count * element.words;
    for (std::uint32_t n = 0; n < count; ++n) {
      for (const std::uint32_t place : element.places) type.places.push_back(n * type.stride + place);
    }
  };
  switch (i.op) {
    case spv::OpTypeBool:
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
      type.kind = Kind::number;
      type.words = 1;
      type.places = {0};
      if (i.op != spv::OpTypeBool && i.operands[0] != 32) throw InternalError("SPIR-V: only numbers of 32 bits");
      return;
    case spv::OpTypeVector:
      type.kind = Kind::vector;
      return repeat(i.operands[1]);
    case spv::OpTypeArray:
      type.kind = Kind::array;
      return repeat(first_words_[slots_[i.operands[1]]]);
    case spv::OpTypeRuntimeArray:
      type.kind = Kind::endless_array;
      return repeat(0);
    case spv::OpTypeStruct: {
      type.kind = Kind::structure;
      for (std::uint32_t m = 0; m < i.count; ++m) {
        const Type& member = types_[i.operands[m]];
        const auto found = decorations.members.find(m);
        std::uint32_t offset = type.words;
        if (found != decorations.members.end()) {
          if (found->second.contains(spv::DecorationOffset)) offset = found->second.at(spv::DecorationOffset) / 4;
          type.is_volatile |= found->second.contains(spv::DecorationVolatile);
          type.coherent |= found->second.contains(spv::DecorationCoherent);
        }
        type.members.push_back(i.operands[m]);
        type.offsets.push_back(offset);
        type.words += member.words;
        for (const std::uint32_t place : member.places) type.places.push_back(offset + place);
      }
      return;
    }
    case spv::OpTypePointer:
      type.kind = Kind::pointer;
      type.storage = i.operands[0];
      type.element = i.operands[1];
      type.words = 2;
      type.places = {0, 1};
      return;
    case spv::OpTypeSampledImage:
    case spv::OpTypeImage:
      type.kind = Kind::opaque;
      type.words = 1;  // its number among the variables
      type.places = {0};
      return;
    default:
      return;  // void, functions
  }
}

void Module::declare_constant(const Instruction& i) {
  give_slot(i.result, i.type);
  std::uint32_t* const words = first_words_.data() + slots_[i.result];
  switch (i.op) {
    case spv::OpConstantTrue:
      *words = 1;
      return;
    case spv::OpConstant:
      *words = i.operands[0];
      return;
    case spv::OpConstantComposite: {
      std::uint32_t to = 0;
      for (std::uint32_t n = 0; n < i.count; ++n) {
        const std::uint32_t size = types_[type_of_[i.operands[n]]].words;
        std::memcpy(words + to, first_words_.data() + slots_[i.operands[n]], size * sizeof(std::uint32_t));
        to += size;
      }
      return;
    }
    default:
      return;  // false, null: zeros
  }
}

void Module::declare_variable(const Instruction& i) {
  Variable variable;
  variable.id = i.result;
  variable.storage = i.operands[0];
  variable.type = types_[i.type].element;
  variable.name = names_[i.result];
  const auto& decorations = decorations_[i.result].own;
  if (const auto found = decorations.find(spv::DecorationBinding); found != decorations.end()) {
    variable.binding = found->second;
  }
  if (const auto found = decorations.find(spv::DecorationBuiltIn); found != decorations.end()) {
    variable.built_in = found->second;
  }
  const std::uint32_t words = types_[variable.type].words;
  if (variable.storage == spv::StorageClassWorkgroup) {
    variable.place = std::exchange(shared_words_, shared_words_ + words);
  } else if (variable.storage == spv::StorageClassUniformConstant) {
    variable.place = std::exchange(uniform_words_, uniform_words_ + words);
  } else if (variable.storage != spv::StorageClassUniform) {
    variable.place = static_cast<std::uint32_t>(first_words_.size());  // belongs to the invocation
    first_words_.resize(first_words_.size() + words);
  }
  give_slot(i.result, i.type);
  first_words_[slots_[i.result]] = static_cast<std::uint32_t>(variables_.size());
  first_words_[slots_[i.result] + 1] = variable.place;
  if (i.count > 1) {
    std::memcpy(first_words_.data() + variable.place, first_words_.data() + slots_[i.operands[1]],
                words * sizeof(std::uint32_t));
  }
  variables_.push_back(std::move(variable));
}

void Module::put(const Instruction& i) {
  switch (i.op) {
    case spv::OpFunction:
      function_ = i.result;
      type_of_[i.result] = i.type;
      functions_[i.result];
      return;
    case spv::OpFunctionParameter:
      give_slot(i.result, i.type);
      functions_[function_].parameters.push_back(i.result);
      return;
    case spv::OpLabel:
      targets_[i.result] = static_cast<std::uint32_t>(code_.size());
      if (Function& function = functions_[function_]; function.label == 0) function.label = i.result;
      return;
    case spv::OpFunctionEnd:
    case spv::OpSelectionMerge:
      return;
    default:
      if (i.result != 0) give_slot(i.result, i.type);
      code_.push_back(i);
  }
}

}  // namespace texelsort::spirv
