#include <glslang/SPIRV/spirv.hpp>

#include <fmt/format.h>

#include "tests/support/spirv/machine.h"

namespace texelsort::spirv {

std::string name(Fault fault) {
  switch (fault) {
    case Fault::race:
      return "race";
    case Fault::divergence:
      return "divergent barrier";
    case Fault::unwritten:
      return "unwritten memory";
    case Fault::outside:
      return "outside";
    case Fault::endless:
      return "endless loop";
  }
  return "";
}

void Machine::report(Fault fault, const Instruction& at, const Instruction* other, const std::string& text) {
  if (!reported_.emplace(fault, at.line, other == nullptr ? 0 : other->line).second) return;
  const std::string place = module_.place(at.line);
  outcome_.findings.push_back({fault, place, other == nullptr ? "" : module_.place(other->line),
                               fmt::format("{}: {}: {}", place, name(fault), text)});
}

void Machine::report_race(const Invocation& invocation, const Instruction& i, const data::Access& earlier,
                          const std::string& where) {
  const auto& other = *static_cast<const Instruction*>(earlier.code);
  const std::uint32_t size = module_.workgroup_size();
  report(Fault::race, i, &other,
         fmt::format("invocation {} of workgroup {} {} {}, which invocation {} of workgroup {} {} at {}",
                     invocation.number, workgroup_, i.op == spv::OpLoad ? "reads" : "writes", where,
                     earlier.stamp.thread % size, earlier.stamp.thread / size, earlier.write ? "wrote" : "read",
                     module_.place(other.line)));
}

/// Returns the place of an invocation, and the calls that lead to it, innermost first.
std::string Machine::stand_of(const Invocation& invocation) const {
  std::string text = module_.place(last(invocation).line);
  for (std::size_t depth = invocation.calls.size(); depth > 0; depth -= 2) {
    text += ", called at " + module_.place(module_.code()[invocation.calls[depth - 2] - 1].line);
  }
  return text;
}

void Machine::report_divergence(const Invocation& waits, const Invocation& other) {
  report(Fault::divergence, last(waits), &last(other),
         fmt::format("invocation {} of workgroup {} waits at {}; invocation {} {} {}", waits.number, workgroup_,
                     stand_of(waits), other.number,
                     other.state == Invocation::State::ended ? "has ended at" : "waits at", stand_of(other)));
  stopped_ = true;
}

}  // namespace texelsort::spirv
