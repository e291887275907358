// Which accesses are ordered before others: barriers, memory barriers, and atomics that pass on what is known.
//
// Stricter than the specification: atomics on shared memory pass nothing on, and a memory barrier of the workgroup with
// an atomic orders nothing without a barrier. HLSL's buffers need `globallycoherent` within a workgroup, too.
//
// Weaker than the specification: equal plain writes do not race. An atomic with release semantics acts as a memory
// barrier before it, also for later atomics. An acquire acquires blocks and images alike. The scope of a relaxed atomic
// has no effect. Buffer references are coherent. A block is coherent or volatile if one member is.
#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>

#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

constexpr std::uint8_t subgroup_reach = 0, workgroup_reach = 1, device_reach = 2;

std::uint8_t reach_of(Word scope) {
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
    } else if (std::pair(at->fences, at->barriers) < std::pair(known.fences, known.barriers)) {
      *at = known;
    }
  }
  return both;
}

constexpr Word both_semantics =
    Word{spv::MemorySemanticsAcquireReleaseMask} | Word{spv::MemorySemanticsSequentiallyConsistentMask};
constexpr Word block_semantics = spv::MemorySemanticsUniformMemoryMask;
constexpr Word image_semantics = spv::MemorySemanticsImageMemoryMask;

}  // namespace

void Machine::fence(Invocation& invocation, Word scope, Word semantics) {
  if ((semantics & spv::MemorySemanticsWorkgroupMemoryMask) != 0) invocation.shared_fence = true;
  acquire(invocation, scope, semantics);
  release(invocation, scope, semantics);
}

void Machine::acquire(Invocation& invocation, Word scope, Word semantics) {
  if ((semantics & (both_semantics | spv::MemorySemanticsAcquireMask)) == 0) return;
  if ((semantics & (block_semantics | image_semantics)) == 0 || reach_of(scope) < device_reach) return;
  invocation.known = united(invocation.known, invocation.pending);
}

void Machine::release(Invocation& invocation, Word scope, Word semantics) {
  if ((semantics & (both_semantics | spv::MemorySemanticsReleaseMask)) == 0) return;
  const bool blocks = (semantics & block_semantics) != 0, images = (semantics & image_semantics) != 0;
  if (!blocks && !images) return;
  if (fences_.empty()) fences_.resize(std::size_t{workgroups_} * module_.invocations());
  const std::uint8_t reach = reach_of(scope);
  fences_[invocation.thread].push_back({invocation.barriers, reach, blocks, images, invocation.met});
  if (reach < device_reach) return;
  invocation.has_released = true;
  invocation.released_known = invocation.known;
}

/// An atomic that writes passes on what its thread has released: here an operation with release semantics counts as a
/// memory barrier before it, for later atomics too.
void Machine::synchronize(Invocation& invocation, std::uint64_t key, bool reads, bool writes) {
  const auto found = synced_.find(key);
  const bool carries = found != synced_.end();
  if (reads && carries) invocation.pending = united(invocation.pending, found->second);
  if (!writes) return;
  if (!invocation.has_released) {
    if (!reads && carries) synced_.erase(found);
    return;
  }
  const Known released{workgroup_->number, invocation.thread,
                       static_cast<std::uint32_t>(fences_[invocation.thread].size()), invocation.barriers,
                       invocation.met};
  const Knowledge own = united(std::make_shared<std::vector<Known>>(1, released), invocation.released_known);
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

/// Those that take part know from then on what any of them knew. Lanes in another branch take no part.
void Machine::end_subgroup_barrier(std::uint32_t barrier, const std::vector<Invocation*>& lanes) {
  auto met = std::make_shared<std::vector<std::uint32_t>>(subgroup_size());
  Meetings merged;
  Knowledge known, pending;
  for (const Invocation* lane : lanes) {
    known = united(known, lane->known);
    pending = united(pending, lane->pending);
    if (lane->met == merged) continue;
    merged = lane->met;
    if (merged != nullptr)
      std::ranges::transform(*met, *merged, met->begin(), [](auto a, auto b) { return std::max(a, b); });
  }
  for (const Invocation* lane : lanes) (*met)[lane->number % subgroup_size()] = barrier;
  for (Invocation* lane : lanes) {
    lane->subgroup_barriers = barrier;
    lane->met = met;
    lane->known = known;
    lane->pending = pending;
  }
}

bool Machine::has_met(std::uint32_t thread, std::uint32_t after, std::uint32_t other, const Meetings& met) const {
  const std::uint32_t size = module_.invocations(), lanes = conditions_.subgroup_size;
  return met != nullptr && thread / size == other / size && thread % size / lanes == other % size / lanes &&
         after < (*met)[thread % size % lanes];
}

/// For blocks, `collectives` of a stamp is the number of earlier memory barriers of its thread, and `partials` is twice
/// its last subgroup barrier, plus 1 for a write.
bool Machine::is_before(const data::Stamp& stamp, const Invocation& invocation, const Block& block) const {
  const bool written = (stamp.partials & 1) != 0;
  if (written && (!block.coherent || fences_.empty())) return false;
  if (is_known(stamp, invocation, block.is_image)) return true;
  if (stamp.thread / module_.invocations() != invocation.thread / module_.invocations()) return false;
  // An earlier read needs no memory barrier.
  if (!written) {
    return stamp.barriers < invocation.barriers ||
           has_met(stamp.thread, stamp.partials / 2, invocation.thread, invocation.met);
  }
  // A written word is visible after a memory barrier of the writer and a subsequent barrier of both.
  const auto& fences = fences_[stamp.thread];
  const std::uint32_t lane = stamp.thread % module_.invocations() % conditions_.subgroup_size;
  for (std::size_t n = stamp.collectives; n < fences.size(); ++n) {
    const Fence& fence = fences[n];
    if (!fence.orders(block.is_image)) continue;
    if (fence.reach >= workgroup_reach && fence.barriers < invocation.barriers) return true;
    const std::uint32_t met = fence.met == nullptr ? 0 : (*fence.met)[lane];
    if (has_met(stamp.thread, met, invocation.thread, invocation.met)) return true;
    if (fence.barriers >= invocation.barriers) return false;
  }
  return false;
}

bool Machine::is_known(const data::Stamp& stamp, const Invocation& invocation, bool image) const {
  if (invocation.known == nullptr) return false;
  const std::uint32_t size = module_.invocations(), workgroup = stamp.thread / size;
  const auto first = std::ranges::lower_bound(*invocation.known, workgroup * size, {}, &Known::thread);
  for (auto known = first; known != invocation.known->end() && known->workgroup == workgroup; ++known) {
    if (is_covered(stamp, *known, image)) return true;
  }
  return false;
}

/// An access is covered if a memory barrier of its own thread, and then a barrier, precede the releasing atomic. A
/// memory barrier of the device before the barrier suffices (GLSL 4.60, 8.17): all stores before it are visible to all.
/// Otherwise, the releasing thread needs one after the barrier.
bool Machine::is_covered(const data::Stamp& stamp, const Known& known, bool image) const {
  const bool written = (stamp.partials & 1) != 0;
  if (!written && known.thread != stamp.thread) {
    return stamp.barriers < known.barriers || has_met(stamp.thread, stamp.partials / 2, known.thread, known.met);
  }
  const auto& fences = fences_[stamp.thread];
  if (known.thread == stamp.thread) {
    for (std::size_t n = known.fences; n > stamp.collectives; --n) {
      if (fences[n - 1].reach == device_reach && (!written || fences[n - 1].orders(image))) return true;
    }
    return false;
  }
  const auto& later = fences_[known.thread];
  std::size_t last = known.fences;
  while (last > 0 && !(later[last - 1].reach == device_reach && later[last - 1].orders(image))) --last;
  const std::uint32_t lane = stamp.thread % module_.invocations() % conditions_.subgroup_size;
  for (std::size_t n = stamp.collectives; n < fences.size(); ++n) {
    const Fence& fence = fences[n];
    if (!fence.orders(image)) continue;
    const bool everywhere = fence.reach == device_reach;
    if (!everywhere && last == 0) continue;
    const std::uint32_t met = fence.met == nullptr ? 0 : (*fence.met)[lane];
    const std::uint32_t barriers = everywhere ? known.barriers : later[last - 1].barriers;
    if (fence.reach >= workgroup_reach && fence.barriers < barriers) return true;
    if (has_met(stamp.thread, met, known.thread, everywhere ? known.met : later[last - 1].met)) return true;
  }
  return false;
}

}  // namespace texelsort::spirv
