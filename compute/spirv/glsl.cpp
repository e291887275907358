#include "compute/spirv/glsl.h"

#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <spirv_cross_c.h>

#include "compute/data/error.h"

namespace texelsort::spirv {
namespace {

/// Calls `change(instruction)` with a pointer to the first word of each instruction.
template <typename Change>
void for_each_instruction(std::vector<Word>& words, const Change& change) {
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    change(&words[at]);
  }
}

/// Replaces the defaults of specialization constants, because SPIRV-Cross's C interface cannot set them.
void specialize(std::vector<Word>& words, const Specialization& specialization) {
  std::map<Word, std::uint64_t> values;  // by id
  for_each_instruction(words, [&](Word* i) {
    const Word op = i[0] & 0xffffu, length = i[0] >> 16;
    if (op == spv::OpDecorate && i[2] == spv::DecorationSpecId) {
      if (const auto given = specialization.find(i[3]); given != specialization.end()) values[i[1]] = given->second;
    }
    const bool boolean = op == spv::OpSpecConstantTrue || op == spv::OpSpecConstantFalse;
    if (!boolean && op != spv::OpSpecConstant) return;
    const auto value = values.find(i[2]);
    if (value == values.end()) return;
    if (boolean) i[0] = length << 16 | Word{value->second != 0 ? spv::OpSpecConstantTrue : spv::OpSpecConstantFalse};
    for (Word n = 3; n < length; ++n) i[n] = static_cast<Word>(value->second >> (32 * (n - 3)));
  });
}

void move_push_constants_to_storage(std::vector<Word>& words) {
  for_each_instruction(words, [&](Word* i) {
    const Word op = i[0] & 0xffffu;
    if (op == spv::OpTypePointer && i[2] == spv::StorageClassPushConstant) i[2] = spv::StorageClassStorageBuffer;
    if (op == spv::OpVariable && i[3] == spv::StorageClassPushConstant) i[3] = spv::StorageClassStorageBuffer;
  });
}

/// Returns the ids of uniforms outside blocks that are no samplers or images. glslang gives bindings even to these.
std::vector<Word> plain_uniforms(std::vector<Word>& words) {
  std::map<Word, std::pair<Word, Word>> types;  // by id: opcode, and element type or target
  std::vector<Word> result;
  for_each_instruction(words, [&](Word* i) {
    const Word op = i[0] & 0xffffu;
    const bool has_element = op == spv::OpTypeArray || op == spv::OpTypeRuntimeArray;
    if (op >= spv::OpTypeVoid && op <= spv::OpTypeFunction) {
      types[i[1]] = {op, op == spv::OpTypePointer ? i[3] : has_element ? i[2] : 0};
    }
    if (op != spv::OpVariable || i[3] != spv::StorageClassUniformConstant) return;
    Word type = types[i[1]].second;
    while (types[type].first == spv::OpTypeArray || types[type].first == spv::OpTypeRuntimeArray) {
      type = types[type].second;
    }
    const Word kind = types[type].first;
    if (kind <= spv::OpTypeMatrix || kind == spv::OpTypeStruct) result.push_back(i[2]);
  });
  return result;
}

/// Puts a memory barrier for shared variables before each barrier. SPIRV-Cross relies on GLSL 4.60, in which barrier()
/// implies it, but drivers of older versions move accesses across barrier().
std::string with_memory_barriers(const std::string& text) {
  constexpr std::string_view barrier = " barrier();";
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = text.find(barrier); at != std::string::npos; at = text.find(barrier, from)) {
    result.append(text, from, at - from).append(" memoryBarrierShared();").append(barrier);
    from = at + barrier.size();
  }
  return result.append(text, from);
}

/// A call of SPIRV-Cross's interface, with all memory that it allocates.
class Translation {
 public:
  Translation() {
    if (spvc_context_create(&context_) != SPVC_SUCCESS) throw InternalError("SPIRV-Cross does not start");
  }
  ~Translation() { spvc_context_destroy(context_); }
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  std::string translate(std::vector<Word>& words, const std::string& entry, const Interface& interface,
                        const GlslForm& form) {
    spvc_parsed_ir parsed = nullptr;
    spvc_compiler compiler = nullptr;
    spvc_compiler_options options = nullptr;
    require(spvc_context_parse_spirv(context_, words.data(), words.size(), &parsed));
    require(
        spvc_context_create_compiler(context_, SPVC_BACKEND_GLSL, parsed, SPVC_CAPTURE_MODE_TAKE_OWNERSHIP, &compiler));
    require(spvc_compiler_create_compiler_options(compiler, &options));
    spvc_compiler_options_set_uint(options, SPVC_COMPILER_OPTION_GLSL_VERSION, form.version);
    spvc_compiler_options_set_bool(options, SPVC_COMPILER_OPTION_GLSL_ES, SPVC_FALSE);
    spvc_compiler_options_set_bool(options, SPVC_COMPILER_OPTION_GLSL_EMIT_PUSH_CONSTANT_AS_UNIFORM_BUFFER, SPVC_TRUE);
    require(spvc_compiler_install_compiler_options(compiler, options));
    require(spvc_compiler_set_entry_point(compiler, entry.c_str(), SpvExecutionModelGLCompute));
    for (std::size_t n = 0; n < interface.blocks.size(); ++n) {
      const Word id = interface.blocks[n].id;
      spvc_compiler_set_decoration(compiler, id, SpvDecorationDescriptorSet, 0);
      spvc_compiler_set_decoration(compiler, id, SpvDecorationBinding, form.units[n]);
    }
    for (const Word id : plain_uniforms(words)) {
      spvc_compiler_unset_decoration(compiler, id, SpvDecorationBinding);
      spvc_compiler_unset_decoration(compiler, id, SpvDecorationDescriptorSet);
    }
    // An include may declare blocks that GLSL cannot express, and that this entry point does not use.
    spvc_set used = nullptr;
    require(spvc_compiler_get_active_interface_variables(compiler, &used));
    require(spvc_compiler_set_enabled_interface_variables(compiler, used));
    const char* text = nullptr;
    require(spvc_compiler_compile(compiler, &text));
    return with_memory_barriers(text);
  }

 private:
  void require(spvc_result result) const {
    if (result != SPVC_SUCCESS) throw UnavailableError(spvc_context_get_last_error_string(context_));
  }

  spvc_context context_ = nullptr;
};

}  // namespace

bool fits_uniform_block(const BlockInterface& block) {
  // std140 places array elements and matrix columns at multiples of 16 bytes.
  return std::ranges::none_of(block.members, [](const Input& member) {
    return (member.elements && member.stride % 16 != 0) || member.column_stride % 16 != 0;
  });
}

std::string to_glsl(const Binary& binary, const Specialization& specialization, const Interface& interface,
                    const GlslForm& form) {
  std::vector<Word> words = binary.words;
  specialize(words, specialization);
  if (form.push_constants_in_storage) move_push_constants_to_storage(words);
  return Translation().translate(words, binary.entry, interface, form);
}

}  // namespace texelsort::spirv
