#include "compute/algorithms/primitives/round_program.h"

#include <algorithm>

namespace texelsort::algorithms {
namespace {

gpu::Defines defines_of(const ComputePlan& plan, const ComputePass& pass, const RoundProgram::Form& form) {
  const auto first = plan.rounds.begin() + static_cast<std::ptrdiff_t>(pass.first_round);
  const auto last = first + static_cast<std::ptrdiff_t>(pass.rounds);
  const bool tiled = pass.form == ComputeForm::tile;
  const std::uint64_t block = tiled ? std::uint64_t{1} << form.limits.log2_tile : block_of(*first);
  gpu::Defines defines = form.defines;
  defines["WORKGROUP"] = std::to_string(tiled ? block >> form.limits.log2_keys : form.workgroup);
  defines["LOG2_KEYS"] = std::to_string(form.limits.log2_keys);
  defines["WHOLE"] = form.size && *form.size % block == 0 ? "1" : "0";
  if (tiled) defines["TILE"] = std::to_string(block) + "u";
  // If all rounds of a pass have the same steps, as in merges within tiles, the shader needs no branch between
  // different steps.
  const auto has_first_steps = [&](const Round& round) { return round.steps == first->steps; };
  if (std::all_of(first, last, has_first_steps)) defines["ROUND"] = round_source(*first);
  const auto directed = [](const Round& round) { return round.flip != 0 || round.down; };
  if (std::any_of(first, last, directed)) defines["DIRECTED"] = "1";
  return defines;
}

}  // namespace

gpu::Buffer word_buffer(gpu::Device& device, std::vector<std::uint32_t> words, std::string_view label) {
  if (words.empty()) words.push_back(0);
  gpu::Buffer buffer(device, words.size() * sizeof(std::uint32_t), label);
  buffer.write(0, std::as_bytes(std::span(words)));
  return buffer;
}

RoundProgram::RoundProgram(gpu::Device& device, const ComputePlan& plan, const ComputePass& pass, const Form& form)
    : ComputeProgram(device, pass.form == ComputeForm::tile ? "primitives/tile.comp" : "primitives/coset.comp",
                     defines_of(plan, pass, form)),
      pass_(pass),
      workgroup_(form.workgroup) {
  if (pass.form == ComputeForm::coset) round_ = plan.rounds[pass.first_round];
}

void RoundProgram::run(std::uint64_t parts, const gpu::Buffer& rounds) {
  if (round_) {
    set("reversed", round_->reversed).set("flip", round_->flip).set("down", round_->down);
    give({"bits", bit_words(*round_)}).dispatch((parts + workgroup_ - 1) / workgroup_);
  } else {
    bind(2, {0, &rounds, 0, 0}).set("first_round", pass_.first_round).set("round_count", pass_.rounds);
    dispatch(parts, pass_.loop_rounds);
  }
}

}  // namespace texelsort::algorithms
