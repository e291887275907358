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

void Machine::report_race(const Invocation& invocation, const Instruction& i, const simt::Access& earlier,
                          const std::string& where) {
  const auto& other = *static_cast<const Instruction*>(earlier.code);
  const std::uint32_t size = module_.workgroup_size();
  report(Fault::race, i, &other,
         fmt::format("invocation {} of workgroup {} {} {}, which invocation {} of workgroup {} {} at {}",
                     invocation.number, workgroup_, i.op == spv::OpLoad ? "reads" : "writes", where,
                     earlier.stamp.thread % size, earlier.stamp.thread / size, earlier.write ? "wrote" : "read",
                     module_.place(other.line)));
}

void Machine::report_divergence(const Invocation& waits, const Invocation& other) {
  const auto last = [&](const Invocation& invocation) -> const Instruction& {
    return module_.code()[invocation.next - 1];
  };
  report(Fault::divergence, last(waits), &last(other),
         fmt::format("invocation {} of workgroup {} waits here, invocation {} {} {}", waits.number, workgroup_,
                     other.number, other.state == Invocation::State::ended ? "has ended at" : "waits at",
                     module_.place(last(other).line)));
  stopped_ = true;
}

}  // namespace texelsort::spirv
