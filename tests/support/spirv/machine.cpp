// Workgroups, invocations, and the instructions of control flow.
#include "tests/support/spirv/machine.h"

#include <algorithm>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::spirv {

Outcome execute(const Module& module, const Dispatch& dispatch, Order order) {
  return Machine(module, dispatch, order).run();
}

Machine::Machine(const Module& module, const Dispatch& dispatch, Order order)
    : module_(module), dispatch_(dispatch), order_(order), random_(order.seed), invocations_(module.workgroup_size()) {
  outcome_.memories = dispatch.memories;
  shared_.resize(module.shared_words());
  shared_histories_.resize(module.shared_words());
  for (const auto& memory : dispatch.memories) histories_.emplace_back(memory.size());
  for (const Variable& variable : module.variables()) {
    Block block;
    if (variable.storage == spv::StorageClassUniform) {
      const auto found = dispatch.blocks.find(variable.binding);
      if (found == dispatch.blocks.end()) {
        throw InternalError(fmt::format("{}: nothing is bound as block {}", dispatch.shader, variable.binding));
      }
      const Type& type = module_.type(variable.type);
      block = {&found->second, static_cast<std::uint32_t>(found->second.size / 4), type.coherent,
               type.coherent && type.is_volatile};
    }
    blocks_.push_back(block);
  }
  give_uniforms();
}

Outcome Machine::run() {
  for (const std::uint32_t workgroup : turns(dispatch_.columns * dispatch_.rows)) {
    run_workgroup(workgroup);
    if (stopped_) break;
  }
  return std::move(outcome_);
}

/// Returns 0 to count - 1 in the chosen order.
std::vector<std::uint32_t> Machine::turns(std::uint32_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  if (order_.kind == Order::Kind::descending) std::ranges::reverse(numbers);
  if (order_.kind == Order::Kind::random) {
    for (std::uint32_t left = count; left > 1; --left) {
      random_ = random_ * 1664525u + 1013904223u;  // ranqd1 of Numerical Recipes
      std::swap(numbers[left - 1], numbers[(random_ >> 8) % left]);
    }
  }
  return numbers;
}

void Machine::run_workgroup(std::uint32_t workgroup) {
  workgroup_ = workgroup;
  ++epoch_;
  for (std::uint32_t number = 0; number < invocations_.size(); ++number) {
    Invocation& invocation = invocations_[number];
    std::vector<std::uint32_t> words = std::move(invocation.words);
    words = module_.first_words();
    invocation = {};
    invocation.words = std::move(words);
    invocation.number = number;
    enter(invocation, module_.entry());
    give_place(invocation, workgroup);
  }
  do {
    for (const std::uint32_t number : turns(module_.workgroup_size())) {
      if (invocations_[number].state == Invocation::State::runs) run(invocations_[number]);
      if (stopped_) return;
    }
  } while (end_phase());
}

/// Lets the waiting invocations continue if all wait at the same barrier.
bool Machine::end_phase() {
  const Invocation& first = invocations_.front();
  for (const Invocation& other : invocations_) {
    if (other.state == Invocation::State::ended && first.state == other.state) continue;
    if (other.state == first.state && other.next == first.next && other.calls == first.calls) continue;
    const bool first_waits = first.state == Invocation::State::waits;
    report_divergence(first_waits ? first : other, first_waits ? other : first);
    return false;
  }
  if (first.state == Invocation::State::ended) return false;
  for (Invocation& invocation : invocations_) {
    invocation.state = Invocation::State::runs;
    ++invocation.barriers;
  }
  return true;
}

void Machine::run(Invocation& invocation) {
  while (invocation.state == Invocation::State::runs && !stopped_) {
    const Instruction& instruction = module_.code()[invocation.next++];
    ++outcome_.instructions;
    execute(invocation, instruction);
  }
  outcome_.rounds = std::max(outcome_.rounds, invocation.rounds);
}

void Machine::execute(Invocation& invocation, const Instruction& i) {
  switch (i.op) {
    case spv::OpLoad:
      return load(invocation, i);
    case spv::OpStore:
      return store(invocation, i);
    case spv::OpAccessChain:
      return follow_chain(invocation, i);
    case spv::OpAtomicIAdd:
    case spv::OpAtomicOr:
    case spv::OpAtomicAnd:
    case spv::OpAtomicXor:
    case spv::OpAtomicUMin:
    case spv::OpAtomicUMax:
    case spv::OpAtomicExchange:
      return change(invocation, i);
    case spv::OpImageFetch:
      return fetch(invocation, i);
    case spv::OpArrayLength: {
      const Pointer block = pointer(invocation, i.operands[0]);
      const Type& type = module_.type(module_.variables()[block.variable].type);
      *result(invocation, i) = (blocks_[block.variable].words - type.offsets[i.operands[1]]) /
                               module_.type(type.members[i.operands[1]]).stride;
      return;
    }
    default:
      if (!calculate(module_, invocation, i)) execute_control(invocation, i);
  }
}

void Machine::enter(Invocation& invocation, std::uint32_t function) {
  invocation.label = module_.function(function).label;
  invocation.next = module_.target(invocation.label);
}

void Machine::branch(Invocation& invocation, std::uint32_t label) {
  const std::uint32_t here = invocation.next;
  invocation.label_before = std::exchange(invocation.label, label);
  invocation.next = module_.target(label);
  if (invocation.next >= here || ++invocation.rounds <= dispatch_.rounds) return;
  report(Fault::endless, module_.code()[invocation.next], nullptr,
         fmt::format("invocation {} of workgroup {} goes through more than {} rounds of loops", invocation.number,
                     workgroup_, dispatch_.rounds));
  stopped_ = true;
}

void Machine::execute_control(Invocation& invocation, const Instruction& i) {
  const auto copy = [&](std::uint32_t from, std::uint32_t to, std::uint32_t words) {
    std::memmove(&invocation.words[module_.slot(to)], value(invocation, from), words * sizeof(std::uint32_t));
  };
  switch (i.op) {
    case spv::OpBranch:
      return branch(invocation, i.operands[0]);
    case spv::OpBranchConditional:
      return branch(invocation, i.operands[*value(invocation, i.operands[0]) != 0 ? 1 : 2]);
    case spv::OpSwitch: {
      const std::uint32_t chosen = *value(invocation, i.operands[0]);
      for (std::uint32_t n = 2; n < i.count; n += 2) {
        if (i.operands[n] == chosen) return branch(invocation, i.operands[n + 1]);
      }
      return branch(invocation, i.operands[1]);
    }
    case spv::OpLoopMerge:
      return;
    case spv::OpPhi:
      for (std::uint32_t n = 0; n < i.count; n += 2) {
        if (i.operands[n + 1] == invocation.label_before) copy(i.operands[n], i.result, words_of(i));
      }
      return;
    case spv::OpFunctionCall: {
      const auto& parameters = module_.function(i.operands[0]).parameters;
      for (std::size_t n = 0; n < parameters.size(); ++n) {
        copy(i.operands[n + 1], parameters[n], module_.type(module_.type_of(parameters[n])).words);
      }
      invocation.calls.insert(invocation.calls.end(), {invocation.next, invocation.label});
      return enter(invocation, i.operands[0]);
    }
    case spv::OpReturn:
    case spv::OpReturnValue: {
      if (invocation.calls.empty()) {
        invocation.state = Invocation::State::ended;
        return;
      }
      invocation.label = invocation.calls.back();
      invocation.calls.pop_back();
      invocation.next = invocation.calls.back();
      invocation.calls.pop_back();
      const Instruction& call = module_.code()[invocation.next - 1];
      if (i.op == spv::OpReturnValue) copy(i.operands[0], call.result, words_of(call));
      return;
    }
    case spv::OpControlBarrier:
      invocation.state = Invocation::State::waits;
      return;
    case spv::OpMemoryBarrier:
      if (*value(invocation, i.operands[1]) & spv::MemorySemanticsUniformMemoryMask) {
        invocation.fences.push_back(invocation.barriers);
      }
      return;
    case spv::OpUnreachable:
    default:
      throw InternalError(fmt::format("{}: SPIR-V instruction {} is not known here", module_.place(i.line), i.op));
  }
}

}  // namespace texelsort::spirv
