// Messages about rules that a shader violates.
#include <glslang/SPIRV/spirv.hpp>

#include <fmt/format.h>

#include "compute/spirv/machine.h"

namespace texelsort::spirv {

void Machine::report(Fault fault, const Invocation& invocation, const Instruction& at, const Instruction* other,
                     const std::string& text) {
  if (!reported_.emplace(fault, at.line, other == nullptr ? 0 : other->line).second) return;
  outcome_.findings.push_back({fault, place(at), other == nullptr ? "" : place(*other), workgroup_->number,
                               invocation.number, fmt::format("{}: {}: {}", place(at), name(fault), text)});
}

/// Returns "invocation 3 of workgroup 1".
std::string Machine::invocation_name(std::uint32_t thread) const {
  const std::uint32_t size = module_.invocations();
  return fmt::format("invocation {} of workgroup {}", thread % size, thread / size);
}

void Machine::report_outside(const Invocation& invocation, const Instruction& i, bool reads, const std::string& where) {
  report(Fault::outside, invocation, i, nullptr,
         fmt::format("{} {} {}", invocation_name(invocation.thread), reads ? "reads" : "writes", where));
}

void Machine::report_component(const Invocation& invocation, const Instruction& i, Word component, Word count) {
  report_outside(invocation, i, i.op == spv::OpVectorExtractDynamic,
                 fmt::format("component {} of a vector of {}", component, count));
}

void Machine::report_race(const Invocation& invocation, const Instruction& i, const data::Access& earlier,
                          const std::string& where, Touch touch, Word present, Word number) {
  const auto& other = *static_cast<const Instruction*>(earlier.code);
  const bool reads = touch == Touch::read || i.op == spv::OpAtomicLoad;
  const std::string access = reads ? fmt::format("reads {} ({})", where, present)
                             : touch == Touch::atomic
                                 ? fmt::format("changes {} ({} before) by an atomic", where, present)
                                 : fmt::format("writes {} to {} ({} before)", number, where, present);
  report(Fault::race, invocation, i, &other,
         fmt::format("{} {}, which {} {} at {}", invocation_name(invocation.thread), access,
                     invocation_name(earlier.stamp.thread), earlier.write ? "wrote" : "read", place(other)));
}

void Machine::report_long_loop(Workgroup& workgroup, std::uint32_t number, const Instruction& at) {
  workgroup_ = &workgroup;
  const Invocation& invocation = workgroup.invocations[number];
  const std::string who = invocation_name(invocation.thread);
  if (workgroup.was_helped) {
    return report(Fault::progress, invocation, at, nullptr,
                  fmt::format("{} waits in this loop for another workgroup, but nothing promises that the other one "
                              "runs before this one has ended",
                              who));
  }
  report(Fault::endless, invocation, at, nullptr,
         fmt::format("{} goes through more than {} rounds of loops", who, dispatch_.rounds));
}

/// Returns the place of an invocation, and the calls that lead to it, innermost first.
std::string Machine::stand_of(const Invocation& invocation) const {
  std::string text = place(last(invocation));
  for (std::size_t depth = invocation.calls.size(); depth > 0; --depth) {
    text += ", called at " + place(module_.code()[invocation.calls[depth - 1].next - 1]);
  }
  return text;
}

void Machine::report_divergence(const Invocation& waits, const Invocation& other) {
  report(
      Fault::divergence, waits, last(waits), &last(other),
      fmt::format("{} waits at {}; invocation {} {} {}", invocation_name(waits.thread), stand_of(waits), other.number,
                  other.state == Invocation::State::ended ? "has ended at" : "waits at", stand_of(other)));
}

}  // namespace texelsort::spirv
