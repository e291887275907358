// Workgroups, invocations and the order in which they run.
#include "compute/spirv/machine.h"

#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::spirv {
namespace {

using State = Invocation::State;

/// Returns the position of an invocation as numbers: for each active loop its start and its round, for each active call
/// its place, and the present instruction. Of two positions, the invocation with the smaller one is behind.
std::vector<std::uint64_t> position_of(const Module& module, const Invocation& invocation) {
  std::vector<std::uint64_t> position;
  std::size_t loop = 0;
  const auto add_loops = [&](std::size_t end) {
    for (; loop < end; ++loop) {
      position.push_back(module.block(invocation.loops[loop].header).first);
      position.push_back(invocation.loops[loop].round);
    }
  };
  for (const Invocation::Call& call : invocation.calls) {
    add_loops(call.loops);
    position.push_back(call.next);
  }
  add_loops(invocation.loops.size());
  position.push_back(invocation.next);
  return position;
}

}  // namespace

Outcome execute(const Module& module, const Dispatch& dispatch, const Conditions& conditions) {
  return Machine(module, dispatch, conditions).run();
}

Machine::Machine(const Module& module, const Dispatch& dispatch, const Conditions& conditions)
    : module_(module),
      dispatch_(dispatch),
      conditions_(conditions),
      random_(conditions.schedule.seed),
      workgroups_(dispatch.columns * dispatch.rows * dispatch.layers),
      unfinished_(workgroups_),
      start_(module.first_words()),
      own_memories_(1) {
  const Word garbage = undefined_value();
  for (const Module::Undefined& range : module.undefined()) {
    std::fill_n(start_.begin() + range.first, range.words, range.boolean ? garbage & 1 : garbage);
  }
  for (Memory* memory : dispatch.memories) {
    if (memory != nullptr) memory->begin_dispatch();
  }
  bind_blocks();
  give_uniforms();
  give_images();
}

Word Machine::undefined_value() const {
  return 0x9e3779b9u * (1 + static_cast<Word>(conditions_.schedule.kind)) + 0x85ebca6bu * conditions_.schedule.seed;
}

Outcome Machine::run() {
  starves_ = conditions_.schedule.kind == Schedule::Kind::starving;
  Workgroup reused;
  finished_.resize(workgroups_);
  // Copied, because the next call of turns() changes its result.
  const std::vector<std::uint32_t> order = turns(workgroups_);
  for (const std::uint32_t number : order) {
    begin(reused, number);
    run_workgroup(reused);
    if (stopped_) break;
    if (reused.ended) {
      --unfinished_;
      finished_[number] = true;
    } else {
      paused_.push_back(std::exchange(reused, {}));
    }
  }
  finish_paused();
  outcome_.stopped = stopped_;
  return std::move(outcome_);
}

/// Continues paused workgroups in turn until all have ended or none gets further.
void Machine::finish_paused() {
  starves_ = false;
  bool some_ended = true;
  while (!paused_.empty() && some_ended && !stopped_) {
    some_ended = false;
    for (std::size_t n = 0; n < paused_.size() && !stopped_;) {
      Workgroup& workgroup = paused_[n];
      const Instruction* const waited_at = workgroup.waits_at;
      const std::uint32_t waiting = workgroup.waiting;
      workgroup.round_limit += dispatch_.rounds;
      run_workgroup(workgroup);
      if (!workgroup.ended) {
        ++n;
        continue;
      }
      some_ended = true;
      --unfinished_;
      finished_[workgroup.number] = true;
      if (waited_at != nullptr) report_long_loop(workgroup, waiting, *waited_at);
      paused_.erase(paused_.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }
  if (paused_.empty() || stopped_) return;
  Workgroup& stuck = paused_.front();
  stuck.was_helped = false;
  if (stuck.waits_at != nullptr) report_long_loop(stuck, stuck.waiting, *stuck.waits_at);
}

/// Returns 0 to count - 1 in the chosen order.
const std::vector<std::uint32_t>& Machine::turns(std::uint32_t count) {
  using Kind = Schedule::Kind;
  turns_.resize(count);
  std::iota(turns_.begin(), turns_.end(), 0u);
  if (conditions_.schedule.kind == Kind::descending) std::ranges::reverse(turns_);
  if (conditions_.schedule.kind == Kind::random) {
    for (std::uint32_t left = count; left > 1; --left) {
      random_ = random_ * 1664525u + 1013904223u;  // ranqd1 of Numerical Recipes
      std::swap(turns_[left - 1], turns_[(random_ >> 8) % left]);
    }
  }
  return turns_;
}

void Machine::begin(Workgroup& workgroup, std::uint32_t number) {
  workgroup_ = &workgroup;
  workgroup.number = number;
  workgroup.epoch = ++epoch_;
  workgroup.ended = false;
  workgroup.round_limit = dispatch_.rounds;
  workgroup.waits_at = nullptr;
  workgroup.was_helped = false;
  workgroup.shared.assign(module_.shared_words(), undefined_value());
  for (const Word word : module_.null_words()) workgroup.shared[word] = 0;
  workgroup.histories.resize(module_.shared_words());
  const std::uint32_t size = module_.invocations();
  workgroup.subgroup_barriers.assign((size - 1) / conditions_.subgroup_size + 1, 0);
  workgroup.invocations.resize(size);
  for (std::uint32_t n = 0; n < size; ++n) {
    Invocation& invocation = workgroup.invocations[n];
    std::vector<Word> words = std::move(invocation.words);
    words = start_;
    invocation = {};
    invocation.words = std::move(words);
    invocation.number = n;
    invocation.thread = number * size + n;
    invocation.label = module_.function(module_.entry()).label;
    invocation.next = module_.block(invocation.label).first;
    give_place(invocation);
  }
}

void Machine::run_workgroup(Workgroup& workgroup) {
  workgroup_ = &workgroup;
  yields_ = false;
  do {
    if (conditions_.schedule.kind == Schedule::Kind::lock_step) {
      run_in_lock_step(workgroup);
    } else {
      run_subgroups(workgroup);
    }
    if (stopped_ || yields_) return;
  } while (end_phase(workgroup));
}

/// Executes all invocations up to the next barrier of the workgroup.
void Machine::run_subgroups(Workgroup& workgroup) {
  for (bool met = true; met;) {
    for (const std::uint32_t number : turns(module_.invocations())) {
      Invocation& invocation = workgroup.invocations[number];
      if (invocation.state == State::runs) run(invocation);
      if (stopped_ || yields_) return;
    }
    met = false;
    for (std::uint32_t s = 0; s < workgroup.subgroup_barriers.size(); ++s) met |= meet_in_subgroup(workgroup, s);
  }
}

void Machine::run_in_lock_step(Workgroup& workgroup) {
  for (bool met = true; met;) {
    for (bool runs = true; runs;) {
      runs = false;
      for (Invocation& invocation : workgroup.invocations) {
        if (invocation.state != State::runs) continue;
        const Instruction& instruction = module_.code()[invocation.next++];
        ++outcome_.instructions;
        instruction.execute(this, invocation, instruction);
        outcome_.rounds = std::max(outcome_.rounds, invocation.rounds);
        runs = true;
        if (stopped_ || yields_) return;
      }
    }
    met = false;
    for (std::uint32_t s = 0; s < workgroup.subgroup_barriers.size(); ++s) met |= meet_in_subgroup(workgroup, s);
  }
}

void Machine::run(Invocation& invocation) {
  std::uint64_t executed = 0;
  while (invocation.state == State::runs && !stopped_ && !yields_) {
    const Instruction& instruction = module_.code()[invocation.next++];
    ++executed;
    instruction.execute(this, invocation, instruction);
  }
  outcome_.instructions += executed;
  outcome_.rounds = std::max(outcome_.rounds, invocation.rounds);
}

bool Machine::meet_in_subgroup(Workgroup& workgroup, std::uint32_t subgroup) {
  const std::uint32_t first = subgroup * conditions_.subgroup_size;
  const std::uint32_t end = std::min(first + conditions_.subgroup_size, module_.invocations());
  std::vector<Invocation*> lanes;
  std::vector<std::uint64_t> behind;
  for (std::uint32_t n = first; n < end; ++n) {
    Invocation& invocation = workgroup.invocations[n];
    if (invocation.state != State::waits_in_subgroup) continue;
    std::vector<std::uint64_t> position = position_of(module_, invocation);
    if (lanes.empty() || position < behind) {
      lanes.clear();
      behind = std::move(position);
    } else if (position != behind) {
      continue;
    }
    lanes.push_back(&invocation);
  }
  if (lanes.empty()) return false;
  const Instruction& instruction = last(*lanes.front());
  if (instruction.op == spv::OpControlBarrier) {
    end_subgroup_barrier(++workgroup.subgroup_barriers[subgroup], lanes);
  } else {
    for (const Invocation* lane : lanes) {
      if (dispatch_.observer != nullptr) {
        observe(*lane, instruction, Observer::Kind::subgroup_operation, nullptr, 0, 0);
      }
    }
    execute_in_subgroup(*this, lanes, instruction);
  }
  for (Invocation* lane : lanes) lane->state = State::runs;
  return true;
}

/// Lets the waiting invocations continue if all wait at the same barrier.
bool Machine::end_phase(Workgroup& workgroup) {
  const auto waits = std::ranges::find(workgroup.invocations, State::waits, &Invocation::state);
  const Invocation& first = waits == workgroup.invocations.end() ? workgroup.invocations.front() : *waits;
  const std::vector<std::uint64_t> place = position_of(module_, first);
  for (const Invocation& other : workgroup.invocations) {
    if (&other == &first || (other.state == State::ended && first.state == other.state)) continue;
    if (other.state == first.state && other.next == first.next && position_of(module_, other) == place) continue;
    report_divergence(first, other);
    if (dispatch_.passes_ended && other.state == State::ended) continue;
    stopped_ = true;
    return false;
  }
  if (first.state == State::ended) {
    workgroup.ended = true;
    return false;
  }
  const Word semantics = first.words[last(first).in[2]];
  const bool orders_shared = (semantics & spv::MemorySemanticsWorkgroupMemoryMask) != 0 ||
                             std::ranges::all_of(workgroup.invocations, &Invocation::shared_fence);
  merge_knowledge(workgroup);
  for (Invocation& invocation : workgroup.invocations) {
    if (invocation.state == State::ended) continue;
    invocation.state = State::runs;
    ++invocation.barriers;
    if (orders_shared) ++invocation.shared_barriers;
    invocation.shared_fence = false;
  }
  return true;
}

void Machine::enter_loop(Invocation& invocation, const Instruction& i) {
  auto& loops = invocation.loops;
  const std::size_t outer = invocation.calls.empty() ? 0 : invocation.calls.back().loops;
  if (loops.size() > outer && loops.back().header == invocation.label) {
    ++loops.back().round;
  } else {
    loops.push_back({invocation.label, i.operands[0], 0});
  }
}

void Machine::branch(Invocation& invocation, Word label) {
  const std::uint32_t here = invocation.next;
  const Module::Block& block = module_.block(label);
  const std::size_t outer = invocation.calls.empty() ? 0 : invocation.calls.back().loops;
  // A branch may leave several loops.
  for (std::size_t n = invocation.loops.size(); n > outer; --n) {
    if (invocation.loops[n - 1].merge == label) {
      invocation.loops.resize(n - 1);
      break;
    }
  }
  invocation.label_before = std::exchange(invocation.label, label);
  invocation.next = block.first;
  if (block.phis > 0) run_phis(invocation, block);
  if (block.first < here && ++invocation.rounds > workgroup_->round_limit) stop_endless(invocation);
}

/// Executes the phis of a block at the same time, because they may exchange values.
void Machine::run_phis(Invocation& invocation, const Module::Block& block) {
  phis_.clear();
  for (Word p = 0; p < block.phis; ++p) {
    const Instruction& phi = module_.code()[block.first + p];
    for (Word n = 0; n < phi.count; n += 2) {
      if (phi.operands[n + 1] != invocation.label_before) continue;
      const auto from = invocation.words.begin() + module_.slot(phi.operands[n]);
      phis_.insert(phis_.end(), from, from + phi.extra);
    }
  }
  auto next = phis_.begin();
  for (Word p = 0; p < block.phis; ++p) {
    const Instruction& phi = module_.code()[block.first + p];
    std::copy_n(next, phi.extra, invocation.words.begin() + phi.out);
    next += phi.extra;
  }
  invocation.next += block.phis;
}

/// Ends a dispatch whose loop does not end, or pauses the workgroup if another one may end the loop.
void Machine::stop_endless(Invocation& invocation) {
  if (workgroup_->waits_at == nullptr) {
    workgroup_->waits_at = &module_.code()[invocation.next];
    workgroup_->waiting = invocation.number;
    workgroup_->finished = finished_;
  }
  if (unfinished_ > 1) {
    yields_ = true;
    return;
  }
  workgroup_->was_helped = false;
  report_long_loop(*workgroup_, workgroup_->waiting, *workgroup_->waits_at);
  stopped_ = true;
}

void Machine::call(Invocation& invocation, const Instruction& i) {
  const Module::Function& function = module_.function(i.operands[0]);
  for (std::size_t n = 0; n < function.parameters.size(); ++n) {
    const Word parameter = function.parameters[n];
    std::copy_n(invocation.words.begin() + module_.slot(i.operands[n + 1]),
                module_.type(module_.type_of(parameter)).words, invocation.words.begin() + module_.slot(parameter));
  }
  invocation.calls.push_back({invocation.next, invocation.label, static_cast<Word>(invocation.loops.size())});
  invocation.label = function.label;
  invocation.next = module_.block(invocation.label).first;
}

void Machine::end_function(Invocation& invocation, const Instruction& i) {
  if (invocation.calls.empty() || i.op == spv::OpTerminateInvocation || i.op == spv::OpKill) {
    invocation.state = State::ended;
    return;
  }
  const Invocation::Call back = invocation.calls.back();
  invocation.calls.pop_back();
  invocation.loops.resize(back.loops);
  invocation.label = back.label;
  invocation.next = back.next;
  const Instruction& called = module_.code()[invocation.next - 1];
  if (i.op == spv::OpReturnValue) {
    std::copy_n(invocation.words.begin() + i.in[0], called.extra, invocation.words.begin() + called.out);
  }
}

void Machine::wait(Invocation& invocation, const Instruction& i) {
  const Word scope = invocation.words[i.in[0]];
  if (dispatch_.observer != nullptr) observe(invocation, i, Observer::Kind::barrier, nullptr, 0, 0);
  fence(invocation, invocation.words[i.in[1]], invocation.words[i.in[2]]);
  invocation.state = scope == spv::ScopeSubgroup ? State::waits_in_subgroup : State::waits;
}

namespace {

template <typename Method, Method method>
void forward(Machine* machine, Invocation& invocation, const Instruction& i) {
  (machine->*method)(invocation, i);
}
template <void (Machine::*method)(Invocation&, const Instruction&)>
constexpr Handler by = forward<void (Machine::*)(Invocation&, const Instruction&), method>;

void jump(Machine* machine, Invocation& invocation, const Instruction& i) {
  machine->branch(invocation, i.operands[0]);
}

void jump_if(Machine* machine, Invocation& invocation, const Instruction& i) {
  machine->branch(invocation, i.operands[invocation.words[i.in[0]] != 0 ? 1 : 2]);
}

template <Word words>
void choose(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Type& type = machine->module().type(machine->module().type_of(i.operands[0]));
  // Literals of narrow signed integers are sign-extended, but values are not.
  const Word mask = type.bits < 32 ? (1u << type.bits) - 1 : ~0u;
  for (Word n = 2; n < i.count; n += words + 1) {
    const auto is_same = [&](Word literal, Word word) { return (literal & mask) == word; };
    if (std::equal(i.operands + n, i.operands + n + words, invocation.words.begin() + i.in[0], is_same)) {
      return machine->branch(invocation, i.operands[n + words]);
    }
  }
  machine->branch(invocation, i.operands[1]);
}

void order_memory(Machine* machine, Invocation& invocation, const Instruction& i) {
  machine->fence(invocation, invocation.words[i.in[0]], invocation.words[i.in[1]]);
}

void reach_unreachable(Machine* machine, Invocation& /*invocation*/, const Instruction& i) {
  throw InternalError(fmt::format("{}: an invocation reaches OpUnreachable", machine->place(i)));
}

/// Returns whether a pointer leads to a variable that belongs to one invocation.
bool is_own(const Module& module, Word pointer) {
  const Word storage = module.type(module.type_of(pointer)).storage;
  return storage == spv::StorageClassFunction || storage == spv::StorageClassPrivate ||
         storage == spv::StorageClassInput || storage == spv::StorageClassOutput;
}

bool is_atomic(Word op) {
  return (op >= spv::OpAtomicLoad && op <= spv::OpAtomicXor) || op == spv::OpAtomicFAddEXT ||
         op == spv::OpAtomicFMinEXT || op == spv::OpAtomicFMaxEXT;
}

}  // namespace

Handler find_machine_handler(const Module& module, const Instruction& i) {
  if (is_atomic(i.op)) return by<&Machine::change>;
  switch (i.op) {
    case spv::OpBranch:
      return jump;
    case spv::OpBranchConditional:
      return jump_if;
    case spv::OpSwitch:
      return module.type(module.type_of(i.operands[0])).words == 2 ? choose<2> : choose<1>;
    case spv::OpLoopMerge:
      return by<&Machine::enter_loop>;
    case spv::OpFunctionCall:
      return by<&Machine::call>;
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpKill:
    case spv::OpTerminateInvocation:
      return by<&Machine::end_function>;
    case spv::OpLoad:
      return is_own(module, i.operands[0]) ? by<&Machine::load_own> : by<&Machine::load>;
    case spv::OpStore:
      return is_own(module, i.operands[0]) ? by<&Machine::store_own> : by<&Machine::store>;
    case spv::OpCopyMemory:
      return by<&Machine::copy_memory>;
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
      return by<&Machine::follow_chain>;
    case spv::OpArrayLength:
      return by<&Machine::query_length>;
    case spv::OpImageFetch:
    case spv::OpImageRead:
      return by<&Machine::fetch>;
    case spv::OpImageWrite:
      return by<&Machine::write_image>;
    case spv::OpImageTexelPointer:
      return by<&Machine::point_to_texel>;
    case spv::OpImageQuerySize:
    case spv::OpImageQuerySizeLod:
      return by<&Machine::query_size>;
    case spv::OpControlBarrier:
      return by<&Machine::wait>;
    case spv::OpMemoryBarrier:
      return order_memory;
    case spv::OpUnreachable:
      return reach_unreachable;
    default:
      return nullptr;
  }
}

}  // namespace texelsort::spirv
