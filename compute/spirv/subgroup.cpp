// Operations of a subgroup: all its active invocations at one instruction take part.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <glslang/SPIRV/spirv.hpp>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/spirv/cells.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

using Lanes = std::vector<Invocation*>;
/// A bit per lane.
using Mask = std::array<Word, most_subgroup_size / 32>;

bool is_set(const Mask& mask, Word lane) {
  return lane < most_subgroup_size && (mask[lane / 32] >> lane % 32 & 1) != 0;
}

/// Executes one operation.
class Collective {
 public:
  Collective(Machine& machine, const Lanes& lanes, const Instruction& instruction)
      : machine_(machine), module_(machine.module()), lanes_(lanes), i_(instruction) {
    for (const Invocation* invocation : lanes) {
      const Word lane = lane_of(*invocation);
      active_[lane / 32] |= 1u << lane % 32;
    }
  }

  /// Returns false if the instruction is another one.
  bool execute();

 private:
  Word size() const { return machine_.subgroup_size(); }
  Word lane_of(const Invocation& invocation) const { return invocation.number % size(); }
  /// Returns the slot of an operand after the scope.
  Word slot(Word operand) const { return module_.slot(i_.operands[operand]); }
  const Word* value(const Invocation& invocation, Word operand) const { return &invocation.words[slot(operand)]; }

  /// Gives each invocation the words of `value_operand` of the lane that `from(invocation)` returns. A lane that is
  /// not active has no defined value.
  template <typename From>
  bool read_from(Word value_operand, const From& from) {
    std::vector<Word> results;
    for (const Invocation* invocation : lanes_) {
      const Word lane = from(*invocation);
      const auto source =
          std::ranges::find_if(lanes_, [&](const Invocation* other) { return lane_of(*other) == lane; });
      for (Word w = 0; w < i_.extra; ++w) {
        results.push_back(source == lanes_.end() ? undefined(*invocation) : (*source)->words[slot(value_operand) + w]);
      }
    }
    return put_all(results);
  }
  Word undefined(const Invocation& invocation) const {
    return machine_.undefined_value() ^ invocation.thread * 0x9e3779b9u;
  }
  bool put_all(const std::vector<Word>& results) {
    auto next = results.begin();
    for (Invocation* invocation : lanes_) {
      std::copy_n(next, i_.extra, invocation->words.begin() + i_.out);
      next += i_.extra;
    }
    return true;
  }
  /// Gives each invocation the word that `result(invocation)` returns.
  template <typename Result>
  bool put_word(const Result& result) {
    std::vector<Word> results;
    for (const Invocation* invocation : lanes_) results.push_back(static_cast<Word>(result(*invocation)));
    return put_all(results);
  }
  bool put_masks(const std::vector<Mask>& masks) {
    for (std::size_t n = 0; n < lanes_.size(); ++n) std::ranges::copy(masks[n], lanes_[n]->words.begin() + i_.out);
    return true;
  }

  Mask ballot(Word operand) const {
    Mask mask{};
    for (const Invocation* invocation : lanes_) {
      if (*value(*invocation, operand) != 0) mask[lane_of(*invocation) / 32] |= 1u << lane_of(*invocation) % 32;
    }
    return mask;
  }
  Mask mask_at(const Invocation& invocation, Word operand) const {
    Mask mask{};
    std::copy_n(value(invocation, operand), mask.size(), mask.begin());
    return mask;
  }
  bool is_equal(Word operand) const {
    const Word words = module_.type(module_.type_of(i_.operands[operand])).words;
    return std::ranges::all_of(lanes_, [&](const Invocation* other) {
      return std::equal(value(*other, operand), value(*other, operand) + words, value(*lanes_.front(), operand));
    });
  }

  /// Returns the key of the invocations with which one combines its value.
  std::vector<Word> group_of(const Invocation& invocation) const {
    switch (i_.operands[1]) {
      case spv::GroupOperationClusteredReduce:
        return {lane_of(invocation) / *value(invocation, 3)};
      case spv::GroupOperationPartitionedReduceNV:
      case spv::GroupOperationPartitionedInclusiveScanNV:
      case spv::GroupOperationPartitionedExclusiveScanNV: {
        const Mask mask = mask_at(invocation, 3);
        return {mask.begin(), mask.end()};
      }
      default:
        return {};
    }
  }

  /// Combines the values of operand 2 by F, from `identity` on.
  template <typename T, typename F>
  bool combine(Computed<T> identity) {
    std::map<std::vector<Word>, Lanes> groups;
    for (Invocation* invocation : lanes_) groups[group_of(*invocation)].push_back(invocation);
    const Word operation = i_.operands[1];
    const bool exclusive =
        operation == spv::GroupOperationExclusiveScan || operation == spv::GroupOperationPartitionedExclusiveScanNV;
    const bool inclusive =
        operation == spv::GroupOperationInclusiveScan || operation == spv::GroupOperationPartitionedInclusiveScanNV;
    for (const auto& [key, members] : groups) {
      for (Word part = 0; part < i_.parts; ++part) {
        Computed<T> total = identity;
        std::vector<Computed<T>> results;
        for (const Invocation* invocation : members) {
          if (exclusive) results.push_back(total);
          total = static_cast<Computed<T>>(F{}(total, get<T>(value(*invocation, 2), part)));
          if (inclusive) results.push_back(total);
        }
        // The result may be in the words of the operand, so it is written after all reads of this part.
        for (std::size_t n = 0; n < members.size(); ++n) {
          put<T>(&members[n]->words[i_.out], part, exclusive || inclusive ? results[n] : total);
        }
      }
    }
    return true;
  }
  template <bool is_signed, typename F, typename Identity>
  bool combine_integers(const Identity& identity);
  template <typename F>
  bool combine_floats(double identity);
  bool execute_arithmetic();
  bool execute_ballot();
  bool execute_vote();
  bool execute_shuffle();
  bool partition();
  /// Counts the set bits of a mask, below or up to the own lane for scans.
  Word count_bits(const Invocation& invocation) const;

  Machine& machine_;
  const Module& module_;
  const Lanes& lanes_;
  const Instruction& i_;
  Mask active_{};
};

struct Product {
  template <typename T>
  T operator()(T a, T b) const {
    // Numbers of 16 bits would become signed ones, which must not overflow.
    if constexpr (sizeof(T) < sizeof(Word)) return static_cast<T>(Word{a} * b);
    return a * b;
  }
};
struct Minimum {
  template <typename T>
  T operator()(T a, T b) const {
    return std::min(a, b);
  }
};
struct Maximum {
  template <typename T>
  T operator()(T a, T b) const {
    return std::max(a, b);
  }
};

template <bool is_signed, typename F, typename Identity>
bool Collective::combine_integers(const Identity& identity) {
  switch (number_type(module_, i_.type).bits) {
    case 8:
      using Byte = std::conditional_t<is_signed, std::int8_t, std::uint8_t>;
      return combine<Byte, F>(identity(Byte{}));
    case 16:
      using Short = std::conditional_t<is_signed, std::int16_t, std::uint16_t>;
      return combine<Short, F>(identity(Short{}));
    case 64:
      using Long = std::conditional_t<is_signed, std::int64_t, std::uint64_t>;
      return combine<Long, F>(identity(Long{}));
    default:
      using Int = std::conditional_t<is_signed, std::int32_t, std::uint32_t>;
      return combine<Int, F>(identity(Int{}));
  }
}

template <typename F>
bool Collective::combine_floats(double identity) {
  switch (number_type(module_, i_.type).bits) {
    case 16:
      return combine<Half, F>(static_cast<float>(identity));
    case 64:
      return combine<double, F>(identity);
    default:
      return combine<float, F>(static_cast<float>(identity));
  }
}

bool Collective::execute_arithmetic() {
  const auto number = [](int n) { return [n](auto zero) { return static_cast<decltype(zero)>(n); }; };
  const auto lowest = [](auto zero) { return std::numeric_limits<decltype(zero)>::lowest(); };
  const auto highest = [](auto zero) { return std::numeric_limits<decltype(zero)>::max(); };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (i_.op) {
    case spv::OpGroupNonUniformIAdd:
      return combine_integers<false, std::plus<>>(number(0));
    case spv::OpGroupNonUniformIMul:
      return combine_integers<false, Product>(number(1));
    case spv::OpGroupNonUniformUMin:
      return combine_integers<false, Minimum>(highest);
    case spv::OpGroupNonUniformUMax:
      return combine_integers<false, Maximum>(lowest);
    case spv::OpGroupNonUniformSMin:
      return combine_integers<true, Minimum>(highest);
    case spv::OpGroupNonUniformSMax:
      return combine_integers<true, Maximum>(lowest);
    case spv::OpGroupNonUniformBitwiseAnd:
      return combine_integers<false, std::bit_and<>>(number(-1));
    case spv::OpGroupNonUniformBitwiseOr:
      return combine_integers<false, std::bit_or<>>(number(0));
    case spv::OpGroupNonUniformBitwiseXor:
      return combine_integers<false, std::bit_xor<>>(number(0));
    case spv::OpGroupNonUniformLogicalAnd:
      return combine<bool, std::logical_and<>>(true);
    case spv::OpGroupNonUniformLogicalOr:
      return combine<bool, std::logical_or<>>(false);
    case spv::OpGroupNonUniformLogicalXor:
      return combine<bool, std::not_equal_to<>>(false);
    case spv::OpGroupNonUniformFAdd:
      return combine_floats<std::plus<>>(0);
    case spv::OpGroupNonUniformFMul:
      return combine_floats<std::multiplies<>>(1);
    case spv::OpGroupNonUniformFMin:
      return combine_floats<Minimum>(infinity);
    case spv::OpGroupNonUniformFMax:
      return combine_floats<Maximum>(-infinity);
    default:
      return false;
  }
}

Word Collective::count_bits(const Invocation& invocation) const {
  const Mask mask = mask_at(invocation, 2);
  const Word lane = lane_of(invocation), operation = i_.operands[1];
  const Word end = operation == spv::GroupOperationInclusiveScan   ? lane + 1
                   : operation == spv::GroupOperationExclusiveScan ? lane
                                                                   : size();
  Word count = 0;
  for (Word n = 0; n < end; ++n) count += is_set(mask, n) ? 1 : 0;
  return count;
}

bool Collective::execute_ballot() {
  const auto find_bit = [&](const Invocation& invocation, bool lowest) {
    const Mask mask = mask_at(invocation, 1);
    Word found = undefined(invocation);  // without a set bit
    for (Word n = 0; n < size(); ++n) {
      if (!is_set(mask, n)) continue;
      found = n;
      if (lowest) break;
    }
    return found;
  };
  switch (i_.op) {
    case spv::OpGroupNonUniformBallot:
      return put_masks(std::vector<Mask>(lanes_.size(), ballot(1)));
    case spv::OpSubgroupBallotKHR:
      return put_masks(std::vector<Mask>(lanes_.size(), ballot(0)));
    case spv::OpGroupNonUniformInverseBallot:
      return put_word([&](const Invocation& each) { return is_set(mask_at(each, 1), lane_of(each)); });
    case spv::OpGroupNonUniformBallotBitExtract:
      return put_word([&](const Invocation& each) { return is_set(mask_at(each, 1), *value(each, 2)); });
    case spv::OpGroupNonUniformBallotBitCount:
      return put_word([&](const Invocation& each) { return count_bits(each); });
    case spv::OpGroupNonUniformBallotFindLSB:
      return put_word([&](const Invocation& each) { return find_bit(each, true); });
    case spv::OpGroupNonUniformBallotFindMSB:
      return put_word([&](const Invocation& each) { return find_bit(each, false); });
    default:
      return false;
  }
}

bool Collective::execute_vote() {
  const auto holds = [&](Word operand) {
    return [this, operand](const Invocation* invocation) { return *value(*invocation, operand) != 0; };
  };
  switch (i_.op) {
    case spv::OpGroupNonUniformElect:
      return put_word([&](const Invocation& each) { return &each == lanes_.front(); });
    case spv::OpGroupNonUniformAll:
      return put_word([&](const Invocation&) { return std::ranges::all_of(lanes_, holds(1)); });
    case spv::OpGroupNonUniformAny:
      return put_word([&](const Invocation&) { return std::ranges::any_of(lanes_, holds(1)); });
    case spv::OpGroupNonUniformAllEqual:
      return put_word([&](const Invocation&) { return is_equal(1); });
    case spv::OpSubgroupAllKHR:
      return put_word([&](const Invocation&) { return std::ranges::all_of(lanes_, holds(0)); });
    case spv::OpSubgroupAnyKHR:
      return put_word([&](const Invocation&) { return std::ranges::any_of(lanes_, holds(0)); });
    case spv::OpSubgroupAllEqualKHR:
      return put_word([&](const Invocation&) { return is_equal(0); });
    default:
      return false;
  }
}

bool Collective::execute_shuffle() {
  const auto argument = [&](const Invocation& each) { return *value(each, 2); };
  switch (i_.op) {
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformShuffle:
      return read_from(1, argument);
    case spv::OpGroupNonUniformBroadcastFirst:
      return read_from(1, [&](const Invocation&) { return lane_of(*lanes_.front()); });
    case spv::OpGroupNonUniformShuffleXor:
      return read_from(1, [&](const Invocation& each) { return lane_of(each) ^ argument(each); });
    case spv::OpGroupNonUniformShuffleUp:
      return read_from(1, [&](const Invocation& each) { return lane_of(each) - argument(each); });
    case spv::OpGroupNonUniformShuffleDown:
      return read_from(1, [&](const Invocation& each) { return lane_of(each) + argument(each); });
    case spv::OpGroupNonUniformQuadBroadcast:
      return read_from(1, [&](const Invocation& each) { return (lane_of(each) & ~3u) + argument(each); });
    case spv::OpGroupNonUniformQuadSwap:
      // Directions 0, 1 and 2 are horizontal, vertical and diagonal.
      return read_from(1, [&](const Invocation& each) { return lane_of(each) ^ (argument(each) + 1); });
    case spv::OpSubgroupReadInvocationKHR:
      return read_from(0, [&](const Invocation& each) { return *value(each, 1); });
    case spv::OpSubgroupFirstInvocationKHR:
      return read_from(0, [&](const Invocation&) { return lane_of(*lanes_.front()); });
    default:
      return false;
  }
}

/// Gives each invocation the mask of those with the same value.
bool Collective::partition() {
  if (i_.op != spv::OpGroupNonUniformPartitionNV) return false;
  const Word words = module_.type(module_.type_of(i_.operands[0])).words;
  std::vector<Mask> masks;
  for (const Invocation* invocation : lanes_) {
    Mask mask{};
    for (const Invocation* other : lanes_) {
      if (std::equal(value(*other, 0), value(*other, 0) + words, value(*invocation, 0))) {
        mask[lane_of(*other) / 32] |= 1u << lane_of(*other) % 32;
      }
    }
    masks.push_back(mask);
  }
  return put_masks(masks);
}

bool Collective::execute() {
  return execute_vote() || execute_ballot() || execute_shuffle() || execute_arithmetic() || partition();
}

void wait_for_subgroup(Machine* /*machine*/, Invocation& invocation, const Instruction& /*instruction*/) {
  invocation.state = Invocation::State::waits_in_subgroup;
}

}  // namespace

void execute_in_subgroup(Machine& machine, const Lanes& lanes, const Instruction& instruction) {
  if (!Collective(machine, lanes, instruction).execute()) {
    throw InternalError(fmt::format("{}: this operation of subgroups is not supported", machine.place(instruction)));
  }
}

Handler find_subgroup_handler(const Module& /*module*/, const Instruction& i) {
  const bool khr = i.op >= spv::OpSubgroupBallotKHR && i.op <= spv::OpSubgroupReadInvocationKHR;
  const bool any = (i.op >= spv::OpGroupNonUniformElect && i.op <= spv::OpGroupNonUniformQuadSwap) ||
                   i.op == spv::OpGroupNonUniformPartitionNV || khr;
  return any ? wait_for_subgroup : nullptr;
}

}  // namespace texelsort::spirv
