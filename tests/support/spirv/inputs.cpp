// Inputs of an invocation: uniforms and its ids.
#include <bit>
#include <glslang/SPIRV/spirv.hpp>
#include <type_traits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "tests/support/spirv/machine.h"

namespace texelsort::spirv {
namespace {

template <typename Value>
void append(std::vector<std::uint32_t>& words, const Value& value) {
  if constexpr (sizeof(Value) == sizeof(std::uint32_t)) {
    words.push_back(std::bit_cast<std::uint32_t>(value));
  } else if constexpr (requires { value.begin(); }) {
    for (const auto& element : value) append(words, element);
  } else {
    for (int n = 0; n < Value::length(); ++n) append(words, value[n]);
  }
}

}  // namespace

void Machine::give_uniforms() {
  uniforms_.resize(module_.uniform_words());
  for (std::size_t number = 0; number < module_.variables().size(); ++number) {
    const Variable& variable = module_.variables()[number];
    if (variable.storage != spv::StorageClassUniformConstant) continue;
    const Type& type = module_.type(variable.type);
    if (type.kind == Type::Kind::opaque) {
      uniforms_[variable.place] = static_cast<std::uint32_t>(number);
      continue;
    }
    const auto found = dispatch_.uniforms.find(variable.name);
    if (found == dispatch_.uniforms.end()) {
      missing_.insert(static_cast<std::uint32_t>(number));  // functions that are never called may use it
      continue;
    }
    std::vector<std::uint32_t> words;
    std::visit([&](const auto& value) { append(words, value); }, found->second);
    if (words.size() > type.words) {
      throw InternalError(fmt::format("{}: uniform {} is too large", dispatch_.shader, variable.name));
    }
    std::copy(words.begin(), words.end(), uniforms_.begin() + variable.place);
  }
}

void Machine::give_place(Invocation& invocation, std::uint32_t workgroup) {
  const std::uint32_t size = module_.workgroup_size(), column = workgroup % dispatch_.columns;
  for (const Variable& variable : module_.variables()) {
    if (variable.storage != spv::StorageClassInput) continue;
    std::uint32_t* const words = &invocation.words[variable.place];
    switch (variable.built_in) {
      case spv::BuiltInLocalInvocationId:
      case spv::BuiltInLocalInvocationIndex:
        words[0] = invocation.number;
        break;
      case spv::BuiltInWorkgroupId:
        words[0] = column;
        words[1] = workgroup / dispatch_.columns;
        break;
      case spv::BuiltInGlobalInvocationId:
        words[0] = column * size + invocation.number;
        words[1] = workgroup / dispatch_.columns;
        break;
      case spv::BuiltInNumWorkgroups:
        words[0] = dispatch_.columns;
        words[1] = dispatch_.rows;
        words[2] = 1;
        break;
      default:
        throw InternalError(fmt::format("{}: {} is not known here", dispatch_.shader, variable.name));
    }
  }
}

}  // namespace texelsort::spirv
