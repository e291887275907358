#include "compute/algorithms/core/text_algorithm.h"

namespace texelsort::algorithms {

class TextAlgorithm::TextPlan final : public RunPlan {
 public:
  TextPlan(const TextAlgorithm& algorithm, const ProblemForm& form, const Parameters& parameters,
           std::optional<std::string> refusal)
      : RunPlan(parameters.values(), std::move(refusal)), algorithm_(algorithm), form_(form), parameters_(parameters) {}
  bool keeps_ties() const override { return algorithm_.keeps_ties(parameters_); }
  std::uint64_t cuda_bytes() const override { return algorithm_.cuda_bytes(form_, parameters_); }
  std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const override {
    return algorithm_.make_run(device, std::move(problem), parameters_);
  }

 private:
  const TextAlgorithm& algorithm_;
  ProblemForm form_;
  Parameters parameters_;
};

std::unique_ptr<const RunPlan> TextAlgorithm::plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                   const TextValues& given) const {
  Parameters chosen = resolve(parameters(), given, tuned_values(device, form, given));
  if (form.payload == data::PayloadKind::record) {
    TextValues values = chosen.values();
    values["rearrange"] = form.grouped ? "group" : "gather";
    chosen = Parameters(std::move(values));
  }
  std::optional<std::string> reason;
  if (info().task == Task::merge) reason = refusal_of_sequences(device, form, chosen);
  const bool known = device != nullptr || info().backend == Backend::cpu;
  if (!reason && known) reason = refusal(device, form.n, form.type, form.payload, chosen);
  return std::make_unique<TextPlan>(*this, form, chosen, std::move(reason));
}

}  // namespace texelsort::algorithms
