// Which accesses are ordered before others: barriers, memory barriers, and atomics that pass on what is known.
#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>

#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

constexpr std::uint32_t subgroup_reach = 0, workgroup_reach = 1, device_reach = 2;

std::uint32_t reach_of(Word scope) {
  if (scope == spv::ScopeSubgroup || scope == spv::ScopeInvocation) return subgroup_reach;
  return scope == spv::ScopeWorkgroup ? workgroup_reach : device_reach;
}

Knowledge united(const Knowledge& a, const Knowledge& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<std::vector<Known>>(*a);
  for (const Known& known : *b) {
    const auto at = std::ranges::lower_bound(*both, known.thread, {}, &Known::thread);
    if (at == both->end() || at->thread != known.thread) {
      both->insert(at, known);
    } else if (at->fences < known.fences) {
      *at = known;
    }
  }
  return both;
}

}  // namespace

void Machine::fence(Invocation& invocation, Word scope, Word semantics) {
  if ((semantics & spv::MemorySemanticsWorkgroupMemoryMask) != 0) invocation.shared_fence = true;
  constexpr Word blocks = Word{spv::MemorySemanticsUniformMemoryMask} | Word{spv::MemorySemanticsImageMemoryMask};
  if ((semantics & blocks) == 0) return;
  if (fences_.empty()) fences_.resize(std::size_t{workgroups_} * module_.invocations());
  auto& fences = fences_[invocation.thread];
  const std::uint32_t reach = reach_of(scope);
  fences.push_back({invocation.barriers, invocation.subgroup_barriers, reach});
  if (reach < device_reach) return;
  invocation.known = united(invocation.known, invocation.pending);
  invocation.has_released = true;
  invocation.released = {workgroup_->number, invocation.barriers, invocation.thread,
                         static_cast<std::uint32_t>(fences.size()), invocation.subgroup_barriers};
  invocation.released_known = invocation.known;
}

void Machine::synchronize(Invocation& invocation, std::uint64_t key, bool reads, bool writes) {
  const auto found = synced_.find(key);
  const bool carries = found != synced_.end();
  if (reads && carries) invocation.pending = united(invocation.pending, found->second);
  if (!writes) return;
  if (!invocation.has_released) {
    if (!reads && carries) synced_.erase(found);
    return;
  }
  const Knowledge own = united(std::make_shared<std::vector<Known>>(1, invocation.released), invocation.released_known);
  // A write that also reads continues the sequence of releases of earlier writes.
  synced_[key] = reads && carries ? united(found->second, own) : own;
}

/// After a barrier, an invocation knows what any other of its workgroup knew.
void Machine::merge_knowledge(Workgroup& workgroup) {
  Knowledge known, pending;
  for (const Invocation& invocation : workgroup.invocations) {
    known = united(known, invocation.known);
    pending = united(pending, invocation.pending);
  }
  if (known == nullptr && pending == nullptr) return;
  for (Invocation& invocation : workgroup.invocations) {
    invocation.known = known;
    invocation.pending = pending;
  }
}

/// For blocks, `collectives` of a stamp is the number of earlier memory barriers of its thread, and `partials` is twice
/// its last subgroup barrier, plus 1 for a write.
bool Machine::is_before(const data::Stamp& stamp, const Invocation& invocation, bool coherent) const {
  const std::uint32_t size = module_.invocations();
  if (stamp.thread / size != invocation.thread / size) {
    const bool visible = coherent || (stamp.partials & 1) == 0;
    return visible && is_known(stamp, invocation);
  }
  const bool same_subgroup =
      stamp.thread % size / conditions_.subgroup_size == invocation.number / conditions_.subgroup_size;
  const bool written = (stamp.partials & 1) != 0;
  // An earlier read needs no memory barrier.
  if (!written) {
    return stamp.barriers < invocation.barriers || (same_subgroup && stamp.partials / 2 < invocation.subgroup_barriers);
  }
  if (!coherent || fences_.empty()) return false;
  // A written word is visible after a memory barrier of the writer and a subsequent barrier of both.
  const auto& fences = fences_[stamp.thread];
  for (std::size_t n = stamp.collectives; n < fences.size(); ++n) {
    if (fences[n].reach >= workgroup_reach && fences[n].barriers < invocation.barriers) return true;
    if (same_subgroup && fences[n].subgroup_barriers < invocation.subgroup_barriers) return true;
    if (fences[n].barriers >= invocation.barriers) return false;
  }
  return false;
}

bool Machine::is_known(const data::Stamp& stamp, const Invocation& invocation) const {
  if (invocation.known == nullptr) return false;
  const std::uint32_t size = module_.invocations(), workgroup = stamp.thread / size;
  const bool written = (stamp.partials & 1) != 0;
  const auto covers = [&](const Known& known) {
    if (known.thread == stamp.thread) return stamp.collectives < known.fences;
    const bool same_subgroup =
        stamp.thread % size / conditions_.subgroup_size == known.thread % size / conditions_.subgroup_size;
    if (!written) {
      return stamp.barriers < known.barriers || (same_subgroup && stamp.partials / 2 < known.subgroup_barriers);
    }
    const auto& fences = fences_[stamp.thread];
    for (std::size_t n = stamp.collectives; n < fences.size(); ++n) {
      if (fences[n].reach >= workgroup_reach && fences[n].barriers < known.barriers) return true;
      if (same_subgroup && fences[n].subgroup_barriers < known.subgroup_barriers) return true;
    }
    return false;
  };
  const auto first = std::ranges::lower_bound(*invocation.known, workgroup * size, {}, &Known::thread);
  return std::any_of(first, invocation.known->end(),
                     [&](const Known& known) { return known.workgroup == workgroup && covers(known); });
}

}  // namespace texelsort::spirv
