#include "compute/spirv/interface.h"

#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <glslang/SPIRV/doc.h>

#include "compute/data/error.h"

namespace texelsort::spirv {
namespace {

/// Limit of the inputs of one block, because arrays of structures may need one for each element.
constexpr std::size_t most_inputs = 4096;

struct NumberText {
  std::string_view scalar, vector, matrix;
  std::uint64_t bytes;
};

/// Names in GLSL, by Number.
constexpr NumberText number_texts[] = {
    {"bool", "bvec", "", 4},       {"int", "ivec", "", 4},
    {"uint", "uvec", "", 4},       {"float", "vec", "mat", 4},
    {"int64_t", "i64vec", "", 8},  {"uint64_t", "u64vec", "", 8},
    {"double", "dvec", "dmat", 8}, {"int16_t", "i16vec", "", 2},
    {"uint16_t", "u16vec", "", 2}, {"float16_t", "f16vec", "f16mat", 2},
    {"int8_t", "i8vec", "", 1},    {"uint8_t", "u8vec", "", 1},
    {"address", "", "", 8},
};

const NumberText& text_of(Number number) {
  return number_texts[static_cast<std::size_t>(number)];
}

std::uint64_t masked(std::uint64_t value, Word bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::int64_t sign_extended(std::uint64_t value, Word bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((masked(value, bits) ^ sign) - sign);
}

/// A declaration of a module, from OpTypeVoid to OpVariable.
struct Declaration {
  Word op = 0, type = 0;
  std::vector<Word> operands;
};

/// Returns the ids that occur in the entry point and in functions that it calls. Small literals may occur among them.
std::set<Word> ids_of_entry(const Binary& binary) {
  constexpr std::size_t header = 5;
  std::map<Word, std::set<Word>> ids, calls;
  Word entry = 0, function = 0;
  for (std::size_t at = header; at < binary.words.size() && binary.words[at] >> 16 != 0; at += binary.words[at] >> 16) {
    const Word op = binary.words[at] & 0xffffu, length = binary.words[at] >> 16;
    if (at + length > binary.words.size()) break;
    if (op == spv::OpEntryPoint &&
        (entry == 0 || reinterpret_cast<const char*>(&binary.words[at + 3]) == binary.entry)) {
      entry = binary.words[at + 2];
    }
    if (op == spv::OpFunction) function = binary.words[at + 2];
    if (op == spv::OpFunctionEnd) function = 0;
    if (function == 0 || op == spv::OpLine || op == spv::OpSwitch) continue;
    if (op == spv::OpFunctionCall) calls[function].insert(binary.words[at + 3]);
    // An extended instruction begins with type, result, set and the number of its function.
    const std::size_t first = op == spv::OpExtInst ? 5 : 1;
    ids[function].insert(binary.words.begin() + static_cast<std::ptrdiff_t>(at + first),
                         binary.words.begin() + static_cast<std::ptrdiff_t>(at + length));
  }
  std::set<Word> all, done;
  std::vector<Word> open{entry};
  while (!open.empty()) {
    const Word one = open.back();
    open.pop_back();
    if (!done.insert(one).second) continue;
    all.insert(ids[one].begin(), ids[one].end());
    open.insert(open.end(), calls[one].begin(), calls[one].end());
  }
  return all;
}

class Reader {
 public:
  Reader(const Binary& binary, const Specialization& specialization, const std::set<Word>& used)
      : binary_(binary), specialization_(specialization), used_(used) {
    for (std::size_t at = header_words; at < binary.words.size() && binary.words[at] >> 16 != 0;
         at += binary.words[at] >> 16) {
      const std::size_t length = std::min<std::size_t>(binary.words[at] >> 16, binary.words.size() - at);
      note(binary.words[at] & 0xffffu, {binary.words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                                        binary.words.begin() + static_cast<std::ptrdiff_t>(at + length)});
    }
    if (entry_ == 0) throw InternalError(fmt::format("SPIR-V: there is no compute entry point {}", binary.entry));
  }

  Interface read() {
    Interface result;
    result.local_size = local_size();
    result.uses_subgroups = uses_subgroups_;
    result.uses_addresses = uses_addresses_;
    for (const Word id : variables_) add_variable(result, id);
    for (const Word id : constants_) {
      const Word spec_id = decoration(id, spv::DecorationSpecId).value_or(0);
      result.constants.push_back({constant_name(id), spec_id, number_of(declarations_.at(id).type), values_.at(id)[0]});
    }
    return result;
  }

 private:
  using Decorations = std::map<Word, Word>;  ///< decoration to literal

  void note(Word op, const std::vector<Word>& words) {
    if (words.empty()) return;
    const auto text_at = [&](std::size_t first) { return std::string(reinterpret_cast<const char*>(&words[first])); };
    switch (op) {
      case spv::OpSource:
        is_hlsl_ = words[0] == spv::SourceLanguageHLSL;
        return;
      case spv::OpCapability:
        return note_capability(words[0]);
      case spv::OpName:
        names_[words[0]] = as_written(text_at(1));
        return;
      case spv::OpMemberName:
        member_names_[{words[0], words[1]}] = as_written(text_at(2));
        return;
      case spv::OpEntryPoint:
        if (words[0] == spv::ExecutionModelGLCompute && text_at(2) == binary_.entry) entry_ = words[1];
        return;
      case spv::OpExecutionMode:
      case spv::OpExecutionModeId:
        if (words[0] != entry_ || words.size() < 5) return;
        if (words[1] == spv::ExecutionModeLocalSize) std::copy_n(words.begin() + 2, 3, literal_size_.begin());
        if (words[1] == spv::ExecutionModeLocalSizeId) size_ids_.assign(words.begin() + 2, words.begin() + 5);
        return;
      case spv::OpDecorate:
        decorations_[words[0]][words[1]] = words.size() > 2 ? words[2] : 1;
        if (words[1] == spv::DecorationBuiltIn && words[2] == spv::BuiltInWorkgroupSize) size_constant_ = words[0];
        return;
      case spv::OpMemberDecorate:
        member_decorations_[{words[0], words[1]}][words[2]] = words.size() > 3 ? words[3] : 1;
        return;
      case spv::OpTypeForwardPointer:
        declarations_[words[0]] = {spv::OpTypePointer, 0, {words[1]}};
        return;
      default:
        break;
    }
    if (op >= spv::OpTypeVoid && op <= spv::OpTypeFunction) {
      declarations_[words[0]] = {op, 0, {words.begin() + 1, words.end()}};
    } else if (op >= spv::OpConstantTrue && op <= spv::OpSpecConstantOp) {
      declarations_[words[1]] = {op, words[0], {words.begin() + 2, words.end()}};
      evaluate(words[1]);
    } else if (op == spv::OpVariable) {
      // Variables of functions have the storage class Function.
      declarations_[words[1]] = {op, words[0], {words.begin() + 2, words.end()}};
      if (words[2] != spv::StorageClassFunction) variables_.push_back(words[1]);
    }
  }

  void note_capability(Word capability) {
    const bool vulkan =
        capability >= spv::CapabilityGroupNonUniform && capability <= spv::CapabilityGroupNonUniformQuad;
    uses_subgroups_ |= vulkan || capability == spv::CapabilitySubgroupBallotKHR ||
                       capability == spv::CapabilitySubgroupVoteKHR ||
                       capability == spv::CapabilityGroupNonUniformPartitionedNV;
    uses_addresses_ |= capability == spv::CapabilityPhysicalStorageBufferAddresses;
  }

  /// compile() renames members called `length`.
  std::string as_written(const std::string& name) const {
    return binary_.declared_bindings && name == "length_" ? "length" : name;
  }

  std::optional<Word> decoration(Word id, Word decoration) const {
    const auto all = decorations_.find(id);
    if (all == decorations_.end()) return std::nullopt;
    const auto found = all->second.find(decoration);
    return found == all->second.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<Word> member_decoration(Word type, Word member, Word decoration) const {
    const auto all = member_decorations_.find({type, member});
    if (all == member_decorations_.end()) return std::nullopt;
    const auto found = all->second.find(decoration);
    return found == all->second.end() ? std::nullopt : std::optional(found->second);
  }
  std::string name_of(Word id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? std::string() : found->second;
  }
  Word op_of(Word type) const { return declarations_.at(type).op; }
  const std::vector<Word>& operands_of(Word type) const { return declarations_.at(type).operands; }

  // Constants

  Word bits_of(Word type) const { return op_of(type) == spv::OpTypeBool ? 32 : operands_of(type)[0]; }

  void evaluate(Word id) {
    const Declaration& constant = declarations_.at(id);
    const auto& operands = constant.operands;
    std::vector<std::uint64_t>& values = values_[id];
    const auto spec_id = decoration(id, spv::DecorationSpecId);
    const auto given = spec_id ? specialization_.find(*spec_id) : specialization_.end();
    if (spec_id) constants_.push_back(id);
    switch (constant.op) {
      case spv::OpConstantTrue:
      case spv::OpSpecConstantTrue:
      case spv::OpSpecConstantFalse:
        values = {given != specialization_.end() ? given->second != 0 : constant.op != spv::OpSpecConstantFalse};
        return;
      case spv::OpConstant:
      case spv::OpSpecConstant: {
        const std::uint64_t high = operands.size() > 1 ? std::uint64_t{operands[1]} << 32 : 0;
        values = {masked(given != specialization_.end() ? given->second : high | operands[0], bits_of(constant.type))};
        return;
      }
      case spv::OpConstantComposite:
      case spv::OpSpecConstantComposite:
        for (const Word part : operands) {
          const auto& parts = values_[part];
          values.insert(values.end(), parts.begin(), parts.end());
        }
        return;
      case spv::OpSpecConstantOp:
        values = computed(constant);
        return;
      default:
        values = {0};
    }
  }

  /// Returns the value of an operation on scalars. Operations that no array length or workgroup size needs give 0.
  std::vector<std::uint64_t> computed(const Declaration& operation) {
    const auto& operands = operation.operands;
    const auto value = [&](std::size_t n) -> std::uint64_t {
      const auto found = n < operands.size() ? values_.find(operands[n]) : values_.end();
      return found == values_.end() || found->second.empty() ? 0 : found->second[0];
    };
    const auto found = operands.size() > 1 ? declarations_.find(operands[1]) : declarations_.end();
    if (found == declarations_.end() || found->second.type == 0) return {0};
    if (operands[0] == spv::OpCompositeExtract) {
      const auto& parts = values_[operands[1]];
      return {operands.size() == 3 && operands[2] < parts.size() ? parts[operands[2]] : 0};
    }
    const Word kind = op_of(operation.type);
    if (kind != spv::OpTypeInt && kind != spv::OpTypeBool) return {0};
    const Word source = found->second.type;
    const Word width = op_of(source) == spv::OpTypeInt ? bits_of(source) : 32;
    const std::uint64_t a = value(1), b = value(2);
    const std::int64_t sa = sign_extended(a, width), sb = sign_extended(b, width);
    const auto result = [&]() -> std::uint64_t {
      switch (operands[0]) {
        case spv::OpIAdd:
          return a + b;
        case spv::OpISub:
          return a - b;
        case spv::OpIMul:
          return a * b;
        case spv::OpUDiv:
          return b == 0 ? 0 : a / b;
        case spv::OpUMod:
          return b == 0 ? 0 : a % b;
        case spv::OpSDiv:
          return sb == 0 ? 0 : sb == -1 ? 0 - a : static_cast<std::uint64_t>(sa / sb);
        case spv::OpSRem:
          return sb == 0 || sb == -1 ? 0 : static_cast<std::uint64_t>(sa % sb);
        case spv::OpSMod:
          return sb == 0 || sb == -1 ? 0 : static_cast<std::uint64_t>((sa % sb + sb) % sb);
        case spv::OpSNegate:
          return 0 - a;
        case spv::OpNot:
          return ~a;
        case spv::OpShiftLeftLogical:
          return b < 64 ? a << b : 0;
        case spv::OpShiftRightLogical:
          return b < 64 ? a >> b : 0;
        case spv::OpShiftRightArithmetic:
          return static_cast<std::uint64_t>(sa >> std::min<std::uint64_t>(b, 63));
        case spv::OpBitwiseAnd:
        case spv::OpLogicalAnd:
          return a & b;
        case spv::OpBitwiseOr:
        case spv::OpLogicalOr:
          return a | b;
        case spv::OpBitwiseXor:
          return a ^ b;
        case spv::OpLogicalNot:
          return a == 0;
        case spv::OpLogicalEqual:
        case spv::OpIEqual:
          return a == b;
        case spv::OpLogicalNotEqual:
        case spv::OpINotEqual:
          return a != b;
        case spv::OpULessThan:
          return a < b;
        case spv::OpULessThanEqual:
          return a <= b;
        case spv::OpUGreaterThan:
          return a > b;
        case spv::OpUGreaterThanEqual:
          return a >= b;
        case spv::OpSLessThan:
          return sa < sb;
        case spv::OpSLessThanEqual:
          return sa <= sb;
        case spv::OpSGreaterThan:
          return sa > sb;
        case spv::OpSGreaterThanEqual:
          return sa >= sb;
        case spv::OpSelect:
          return a != 0 ? b : value(3);
        case spv::OpUConvert:
          return a;
        case spv::OpSConvert:
          return static_cast<std::uint64_t>(sa);
        default:
          return 0;
      }
    };
    return {masked(result(), bits_of(operation.type))};
  }

  std::array<Word, 3> local_size() const {
    std::array<Word, 3> size = literal_size_;
    for (std::size_t axis = 0; axis < size_ids_.size(); ++axis) {
      size[axis] = static_cast<Word>(values_.at(size_ids_[axis])[0]);
    }
    if (size_constant_ != 0) {
      const auto& parts = values_.at(size_constant_);
      for (std::size_t axis = 0; axis < std::min(parts.size(), size.size()); ++axis) {
        size[axis] = static_cast<Word>(parts[axis]);
      }
    }
    return size;
  }

  std::string constant_name(Word id) const {
    std::string name = name_of(id);
    const auto axis_name = [](std::size_t axis) { return fmt::format("local_size_{}", "xyz"[axis]); };
    const auto size = declarations_.find(size_constant_);
    if (!name.empty() || size == declarations_.end()) return name;
    for (std::size_t axis = 0; axis < size->second.operands.size() && axis < 3; ++axis) {
      if (size->second.operands[axis] == id) return axis_name(axis);
    }
    return name;
  }

  // Types

  Number number_of(Word type) const {
    const auto& operands = operands_of(type);
    switch (op_of(type)) {
      case spv::OpTypeBool:
        return Number::boolean;
      case spv::OpTypeFloat:
        return operands[0] == 64 ? Number::float64 : operands[0] == 16 ? Number::float16 : Number::float32;
      case spv::OpTypeInt: {
        const bool is_signed = operands[1] != 0;
        switch (operands[0]) {
          case 8:
            return is_signed ? Number::int8 : Number::uint8;
          case 16:
            return is_signed ? Number::int16 : Number::uint16;
          case 64:
            return is_signed ? Number::int64 : Number::uint64;
          default:
            return is_signed ? Number::int32 : Number::uint32;
        }
      }
      case spv::OpTypePointer:
        return Number::address;
      default:
        throw InternalError(
            fmt::format("SPIR-V: inputs of {} are not supported", spv::OpcodeString(static_cast<int>(op_of(type)))));
    }
  }

  bool is_array(Word type) const { return op_of(type) == spv::OpTypeArray || op_of(type) == spv::OpTypeRuntimeArray; }
  bool is_structure(Word type) const { return op_of(type) == spv::OpTypeStruct; }
  /// Returns the number of elements of an array; 0 for an array without end.
  Word count_of(Word array) const {
    return op_of(array) == spv::OpTypeArray ? static_cast<Word>(values_.at(operands_of(array)[1])[0]) : 0;
  }
  /// Returns whether a structure has members that need an index of their own.
  bool has_arrays(Word type) const {
    return std::ranges::any_of(operands_of(type), [&](Word member) {
      return is_array(member) || (is_structure(member) && has_arrays(member));
    });
  }

  /// Returns the bytes of a member in a block, without an array without end.
  std::uint64_t size_of(Word type, std::optional<Word> matrix_stride, bool row_major) const {
    const auto& operands = operands_of(type);
    switch (op_of(type)) {
      case spv::OpTypeVector:
        return operands[1] * bytes_of(number_of(operands[0]));
      case spv::OpTypeMatrix:
        return std::uint64_t{matrix_stride.value_or(0)} * (row_major ? operands_of(operands[0])[1] : operands[1]);
      case spv::OpTypeArray:
        return std::uint64_t{count_of(type)} * decoration(type, spv::DecorationArrayStride).value_or(0);
      case spv::OpTypeRuntimeArray:
        return 0;
      case spv::OpTypeStruct: {
        std::uint64_t size = 0;
        for (Word m = 0; m < operands.size(); ++m) {
          const std::uint64_t offset = member_decoration(type, m, spv::DecorationOffset).value_or(0);
          size = std::max(size, offset + size_of(operands[m], member_decoration(type, m, spv::DecorationMatrixStride),
                                                 member_decoration(type, m, spv::DecorationRowMajor).has_value()));
        }
        return size;
      }
      default:
        return bytes_of(number_of(type));
    }
  }

  /// Adds an input of a type, or those of its members. `input` has the name, the place, and the array around it.
  void add(std::vector<Input>& inputs, Word type, Input input, bool in_block) const {
    if (inputs.size() >= most_inputs) return;
    const auto& operands = operands_of(type);
    if (is_array(type)) return add_array(inputs, type, std::move(input), in_block);
    if (is_structure(type)) {
      for (Word m = 0; m < operands.size(); ++m) {
        Input member = input;
        const auto named = member_names_.find({type, m});
        std::string own = named == member_names_.end() ? std::string() : named->second;
        // glslang's name for the elements of HLSL's buffers. They have none in HLSL.
        if (own.starts_with('@')) own.clear();
        if (own.empty() && operands.size() > 1) own = fmt::format("_m{}", m);
        member.name += (member.name.empty() || own.empty() ? "" : ".") + own;
        member.offset += member_decoration(type, m, spv::DecorationOffset).value_or(0);
        member.column_stride = member_decoration(type, m, spv::DecorationMatrixStride).value_or(0);
        member.row_major = member_decoration(type, m, spv::DecorationRowMajor).has_value();
        add(inputs, operands[m], std::move(member), in_block);
      }
      return;
    }
    Word scalar = type;
    if (op_of(type) == spv::OpTypeMatrix) {
      input.columns = operands[1];
      scalar = operands[0];
    } else {
      input.column_stride = 0;
      input.row_major = false;
    }
    if (op_of(scalar) == spv::OpTypeVector) {
      input.components = operands_of(scalar)[1];
      scalar = operands_of(scalar)[0];
    }
    input.number = number_of(scalar);
    inputs.push_back(std::move(input));
  }

  void add_array(std::vector<Input>& inputs, Word type, Input input, bool in_block) const {
    const Word element = operands_of(type)[0], count = count_of(type);
    const std::uint64_t stride = decoration(type, spv::DecorationArrayStride).value_or(0);
    const bool has_dimensions = is_array(element) || (is_structure(element) && has_arrays(element));
    // OpenGL gives each element of an array of structures or arrays its own uniform.
    const bool by_index = in_block ? has_dimensions : has_dimensions || is_structure(element);
    if (!by_index) {
      input.elements = count;
      input.stride = stride;
      return add(inputs, element, std::move(input), in_block);
    }
    for (Word n = 0; n < std::max(count, 1u) && inputs.size() < most_inputs; ++n) {
      Input one = input;
      one.name += fmt::format("[{}]", n);
      one.offset += n * stride;
      add(inputs, element, std::move(one), in_block);
    }
  }

  // Variables

  void add_variable(Interface& result, Word id) const {
    const Declaration& variable = declarations_.at(id);
    const Word storage = variable.operands[0];
    Word type = operands_of(variable.type)[1];
    if (storage == spv::StorageClassUniformConstant) {
      if (decoration(id, spv::DecorationBuiltIn)) return;  // gl_SubGroupSizeARB is a uniform
      Word inner = type;
      while (is_array(inner)) inner = operands_of(inner)[0];
      const Word op = op_of(inner);
      if (op == spv::OpTypeImage || op == spv::OpTypeSampledImage || op == spv::OpTypeSampler) {
        if (used_.contains(id)) result.images.push_back(name_of(id));
      } else if (is_structure(inner) || op <= spv::OpTypeMatrix) {
        Input input;
        input.name = name_of(id);
        add(result.uniforms, type, std::move(input), false);
      }
      return;
    }
    if (storage != spv::StorageClassUniform && storage != spv::StorageClassStorageBuffer &&
        storage != spv::StorageClassPushConstant) {
      return;
    }
    BlockInterface block;
    if (is_array(type) && is_structure(operands_of(type)[0]) && !decoration(type, spv::DecorationArrayStride)) {
      block.blocks = count_of(type);
      type = operands_of(type)[0];
    }
    if (!is_structure(type)) return;
    const bool is_storage =
        storage == spv::StorageClassStorageBuffer || decoration(type, spv::DecorationBufferBlock).has_value();
    block.kind = storage == spv::StorageClassPushConstant ? BlockInterface::Kind::push_constants
                 : is_storage                             ? BlockInterface::Kind::storage
                                                          : BlockInterface::Kind::uniform;
    block.id = id;
    block.variable = name_of(id);
    block.name = name_of(type);
    const bool is_buffer = is_hlsl_ && !block.variable.empty();
    if (is_buffer || block.name.empty()) block.name = block.variable;
    block.set = decoration(id, spv::DecorationDescriptorSet).value_or(0);
    block.binding = decoration(id, spv::DecorationBinding).value_or(0);
    block.bound = is_bound(id, type);
    block.read_only = has_all(id, type, spv::DecorationNonWritable);
    block.write_only = has_all(id, type, spv::DecorationNonReadable);
    block.bytes = size_of(type, std::nullopt, false);
    add(block.members, type, {}, true);
    for (Input& member : block.members) {
      if (member.name.empty()) member.name = block.name;
    }
    result.blocks.push_back(std::move(block));
  }

  bool is_bound(Word id, Word type) const {
    if (!binary_.declared_bindings) return decoration(id, spv::DecorationBinding).has_value();
    return binary_.declared_bindings->contains(name_of(id)) || binary_.declared_bindings->contains(name_of(type));
  }

  bool has_all(Word id, Word type, Word wanted) const {
    if (decoration(id, wanted)) return true;
    const auto members = static_cast<Word>(operands_of(type).size());
    for (Word m = 0; m < members; ++m) {
      if (!member_decoration(type, m, wanted)) return false;
    }
    return members > 0;
  }

  const Binary& binary_;
  const Specialization& specialization_;
  const std::set<Word>& used_;  ///< ids that the entry point uses
  std::map<Word, std::string> names_;
  std::map<std::pair<Word, Word>, std::string> member_names_;
  std::map<Word, Decorations> decorations_;
  std::map<std::pair<Word, Word>, Decorations> member_decorations_;
  std::map<Word, Declaration> declarations_;
  std::map<Word, std::vector<std::uint64_t>> values_;  ///< components of constants
  std::vector<Word> variables_, constants_;
  std::array<Word, 3> literal_size_{1, 1, 1};
  std::vector<Word> size_ids_;  ///< constants of LocalSizeId
  Word entry_ = 0, size_constant_ = 0;
  bool is_hlsl_ = false, uses_subgroups_ = false, uses_addresses_ = false;
};

}  // namespace

std::uint64_t bytes_of(Number number) {
  return text_of(number).bytes;
}

std::string text(const Input& input) {
  const NumberText& names = text_of(input.number);
  std::string result(names.scalar);
  if (input.columns > 1) {
    result = fmt::format("{}{}", names.matrix, input.columns);
    if (input.columns != input.components) result += fmt::format("x{}", input.components);
  } else if (input.components > 1) {
    result = fmt::format("{}{}", names.vector, input.components);
  }
  if (!input.elements) return result;
  return *input.elements == 0 ? result + "[]" : fmt::format("{}[{}]", result, *input.elements);
}

Interface interface_of(const Binary& binary, const Specialization& specialization) {
  const std::set<Word> ids = ids_of_entry(binary);
  Interface result = Reader(binary, specialization, ids).read();
  for (BlockInterface& block : result.blocks) block.used = ids.contains(block.id);
  return result;
}

}  // namespace texelsort::spirv
