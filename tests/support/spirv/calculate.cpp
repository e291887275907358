#include <algorithm>
#include <bit>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>

#include <fmt/format.h>
#include <glslang/SPIRV/GLSL.std.450.h>

#include "compute/data/error.h"
#include "tests/support/spirv/machine.h"

namespace texelsort::spirv {
namespace {

using Word = std::uint32_t;
using Signed = std::int32_t;

Signed as_signed(Word word) {
  return static_cast<Signed>(word);
}
/// Returns the position of the highest set bit, or all ones if none is set.
Word highest_bit(Word word) {
  return word == 0 ? ~0u : static_cast<Word>(std::bit_width(word) - 1);
}
/// Returns a / b, or 0 where OpenGL leaves the result undefined.
Word quotient(Word a, Word b) {
  return b == 0 ? 0 : a / b;
}
Word remainder(Word a, Word b) {
  return b == 0 ? 0 : a % b;
}
Word signed_quotient(Word a, Word b) {
  return b == 0 ? 0 : static_cast<Word>(std::int64_t{as_signed(a)} / as_signed(b));
}
Word signed_remainder(Word a, Word b) {
  return b == 0 ? 0 : static_cast<Word>(std::int64_t{as_signed(a)} % as_signed(b));
}

/// Operands and result of one instruction.
class Calculation {
 public:
  Calculation(const Module& module, Invocation& invocation, const Instruction& instruction)
      : module_(module), words_(invocation.words.data()), i_(instruction) {}

  const Word* operand(Word n) const { return words_ + module_.slot(i_.operands[n]); }
  Word* result() const { return words_ + module_.slot(i_.result); }
  Word words() const { return module_.type(i_.type).words; }
  const Type& type_of_operand(Word n) const { return module_.type(module_.type_of(i_.operands[n])); }
  Word literal(Word n) const { return i_.operands[n]; }
  Word count() const { return i_.count; }

  /// Applies `f` word by word; `first` is the index of the first operand.
  template <typename F>
  bool each(const F& f, Word first = 0) const {
    for (Word w = 0; w < words(); ++w) {
      if constexpr (std::is_invocable_v<F, Word, Word, Word>) {
        result()[w] = static_cast<Word>(f(operand(first)[w], operand(first + 1)[w], operand(first + 2)[w]));
      } else if constexpr (std::is_invocable_v<F, Word, Word>) {
        result()[w] = static_cast<Word>(f(operand(first)[w], operand(first + 1)[w]));
      } else {
        result()[w] = static_cast<Word>(f(operand(first)[w]));
      }
    }
    return true;
  }

  /// Computes a pair of words for each word of the operands: first all of `low`, then all of `high`.
  template <typename Low, typename High>
  bool pairs(const Low& low, const High& high) const {
    const Word half = words() / 2;
    for (Word w = 0; w < half; ++w) {
      const Word a = operand(0)[w], b = operand(1)[w];
      result()[w] = static_cast<Word>(low(a, b));
      result()[half + w] = static_cast<Word>(high(a, b));
    }
    return true;
  }

 private:
  const Module& module_;
  Word* words_;
  const Instruction& i_;
};

bool numbers(const Calculation& c, Word op) {
  switch (op) {
    case spv::OpIAdd:
      return c.each([](Word a, Word b) { return a + b; });
    case spv::OpISub:
      return c.each([](Word a, Word b) { return a - b; });
    case spv::OpIMul:
      return c.each([](Word a, Word b) { return a * b; });
    case spv::OpUDiv:
      return c.each(quotient);
    case spv::OpUMod:
      return c.each(remainder);
    case spv::OpSDiv:
      return c.each(signed_quotient);
    case spv::OpSRem:
    case spv::OpSMod:  // GLSL's %, undefined for negative operands
      return c.each(signed_remainder);
    case spv::OpSNegate:
      return c.each([](Word a) { return 0u - a; });
    case spv::OpNot:
      return c.each([](Word a) { return ~a; });
    case spv::OpShiftLeftLogical:
      return c.each([](Word a, Word b) { return b < 32 ? a << b : 0u; });
    case spv::OpShiftRightLogical:
      return c.each([](Word a, Word b) { return b < 32 ? a >> b : 0u; });
    case spv::OpShiftRightArithmetic:
      return c.each([](Word a, Word b) { return as_signed(a) >> std::min(b, 31u); });
    case spv::OpBitwiseAnd:
      return c.each([](Word a, Word b) { return a & b; });
    case spv::OpBitwiseOr:
      return c.each([](Word a, Word b) { return a | b; });
    case spv::OpBitwiseXor:
      return c.each([](Word a, Word b) { return a ^ b; });
    case spv::OpBitCount:
      return c.each([](Word a) { return std::popcount(a); });
    case spv::OpUMulExtended:
      return c.pairs([](Word a, Word b) { return a * b; }, [](Word a, Word b) { return (std::uint64_t{a} * b) >> 32; });
    case spv::OpIAddCarry:
      return c.pairs([](Word a, Word b) { return a + b; }, [](Word a, Word b) { return a + b < a; });
    case spv::OpISubBorrow:
      return c.pairs([](Word a, Word b) { return a - b; }, [](Word a, Word b) { return a < b; });
    default:
      return false;
  }
}

bool comparisons(const Calculation& c, Word op) {
  switch (op) {
    case spv::OpIEqual:
    case spv::OpLogicalEqual:
      return c.each([](Word a, Word b) { return a == b; });
    case spv::OpINotEqual:
    case spv::OpLogicalNotEqual:
      return c.each([](Word a, Word b) { return a != b; });
    case spv::OpULessThan:
      return c.each([](Word a, Word b) { return a < b; });
    case spv::OpULessThanEqual:
      return c.each([](Word a, Word b) { return a <= b; });
    case spv::OpUGreaterThan:
      return c.each([](Word a, Word b) { return a > b; });
    case spv::OpUGreaterThanEqual:
      return c.each([](Word a, Word b) { return a >= b; });
    case spv::OpSLessThan:
      return c.each([](Word a, Word b) { return as_signed(a) < as_signed(b); });
    case spv::OpSLessThanEqual:
      return c.each([](Word a, Word b) { return as_signed(a) <= as_signed(b); });
    case spv::OpSGreaterThan:
      return c.each([](Word a, Word b) { return as_signed(a) > as_signed(b); });
    case spv::OpSGreaterThanEqual:
      return c.each([](Word a, Word b) { return as_signed(a) >= as_signed(b); });
    case spv::OpLogicalAnd:
      return c.each([](Word a, Word b) { return a & b; });
    case spv::OpLogicalOr:
      return c.each([](Word a, Word b) { return a | b; });
    case spv::OpLogicalNot:
      return c.each([](Word a) { return a ^ 1u; });
    case spv::OpAny:
    case spv::OpAll: {
      const Word* const words = c.operand(0);
      const Word ones = static_cast<Word>(std::count(words, words + c.type_of_operand(0).words, 1u));
      *c.result() = op == spv::OpAny ? ones != 0 : ones == c.type_of_operand(0).words;
      return true;
    }
    case spv::OpSelect: {
      const bool one = c.type_of_operand(0).words == 1;
      for (Word w = 0; w < c.words(); ++w) {
        c.result()[w] = c.operand(0)[one ? 0 : w] != 0 ? c.operand(1)[w] : c.operand(2)[w];
      }
      return true;
    }
    default:
      return false;
  }
}

/// Computes GLSL's built-in functions.
bool functions(const Calculation& c, Word op) {
  if (op != spv::OpExtInst) return false;
  constexpr Word first = 2;  // after the set's id and the function's number
  switch (c.literal(1)) {
    case GLSLstd450UMin:
      return c.each([](Word a, Word b) { return std::min(a, b); }, first);
    case GLSLstd450UMax:
      return c.each([](Word a, Word b) { return std::max(a, b); }, first);
    case GLSLstd450SMin:
      return c.each([](Word a, Word b) { return std::min(as_signed(a), as_signed(b)); }, first);
    case GLSLstd450SMax:
      return c.each([](Word a, Word b) { return std::max(as_signed(a), as_signed(b)); }, first);
    case GLSLstd450UClamp:
      return c.each([](Word a, Word low, Word high) { return std::min(std::max(a, low), high); }, first);
    case GLSLstd450SAbs:
      return c.each([](Word a) { return as_signed(a) < 0 ? 0u - a : a; }, first);
    case GLSLstd450FindILsb:
      return c.each([](Word a) { return a == 0 ? ~0u : static_cast<Word>(std::countr_zero(a)); }, first);
    case GLSLstd450FindUMsb:
      return c.each(highest_bit, first);
    case GLSLstd450FindSMsb:
      return c.each([](Word a) { return highest_bit(as_signed(a) < 0 ? ~a : a); }, first);
    default:
      throw InternalError(fmt::format("SPIR-V: function {} of GLSL is not known here", c.literal(1)));
  }
}

/// Returns the first word of a part of a value, and its type.
std::pair<Word, Word> part_of(const Module& module, Word type, const Word* indices, Word count) {
  Word place = 0;
  for (Word n = 0; n < count; ++n) {
    const Type& whole = module.type(type);
    if (whole.kind == Type::Kind::structure) {
      for (Word m = 0; m < indices[n]; ++m) place += module.type(whole.members[m]).words;
      type = whole.members[indices[n]];
    } else {
      type = whole.element;
      place += indices[n] * module.type(type).words;
    }
  }
  return {place, type};
}

bool parts(const Module& module, const Calculation& c, const Instruction& i) {
  const auto put = [&](Word to, const Word* from, Word words) {
    std::memmove(c.result() + to, from, words * sizeof(Word));
  };
  switch (i.op) {
    case spv::OpBitcast:
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
    case spv::OpImage:
      put(0, c.operand(0), c.words());
      return true;
    case spv::OpUndef:
      return true;
    case spv::OpCompositeConstruct: {
      Word to = 0;
      for (Word n = 0; n < i.count; ++n) {
        put(to, c.operand(n), c.type_of_operand(n).words);
        to += c.type_of_operand(n).words;
      }
      return true;
    }
    case spv::OpCompositeExtract:
      put(0, c.operand(0) + part_of(module, module.type_of(i.operands[0]), i.operands + 1, i.count - 1).first,
          c.words());
      return true;
    case spv::OpCompositeInsert: {
      put(0, c.operand(1), c.words());
      const auto [place, type] = part_of(module, i.type, i.operands + 2, i.count - 2);
      put(place, c.operand(0), module.type(type).words);
      return true;
    }
    case spv::OpVectorShuffle:
      for (Word w = 0; w < c.words(); ++w) {
        const Word from = c.literal(2 + w), left = c.type_of_operand(0).words;
        c.result()[w] = from < left ? c.operand(0)[from] : c.operand(1)[from - left];
      }
      return true;
    case spv::OpVectorExtractDynamic: {
      const Word element = *c.operand(1);
      if (element >= c.type_of_operand(0).words) throw InternalError("SPIR-V: a vector has no such element");
      *c.result() = c.operand(0)[element];
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

bool calculate(const Module& module, Invocation& invocation, const Instruction& instruction) {
  const Calculation calculation(module, invocation, instruction);
  return numbers(calculation, instruction.op) || comparisons(calculation, instruction.op) ||
         parts(module, calculation, instruction) || functions(calculation, instruction.op);
}

}  // namespace texelsort::spirv
