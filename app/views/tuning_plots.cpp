#include <array>

#include <fmt/format.h>

#include "app/views/tuning_sight.h"
#include "app/window/compat.h"
#include "compute/data/records.h"

namespace texelsort::app {

std::string row_text(const TrialResult& row) {
  std::string text =
      fmt::format("{}\n{}, {}, {}", configuration_text(row), keys_text(row.n), row.type, row.distribution);
  if (row.status != TrialStatus::measured) return fmt::format("{}\n{}: {}", text, name(row.status), row.reason);
  text += fmt::format("\n{} ({} to {}), {}", duration_text(row.ms.median), duration_text(row.ms.low),
                      duration_text(row.ms.high), counted(row.samples_ms.size(), "sample"));
  return text + "\nclick: load it into the stepper";
}

std::string key_of(const Session& session) {
  const ProblemSpec& spec = session.spec();
  return trial_key(session.algorithm().info().id, session.prepared().used_values(), session.problem().n(),
                   std::string(data::name(session.problem().type())), spec.distribution,
                   std::string(data::name(spec.order)), data::payload_text(spec.payload, spec.shape()));
}

void tuning_plots(Ui& ui, Session& session, const Box& box) {
  const Tuning& tuning = session.tuning();
  begin_card(ui, "tuning", box, false);
  const SweepHeader& header = tuning.results().header;
  const Box inner = view_header(ui, box, "Tuning", header.renderer.empty() ? header.processor : header.renderer);
  if (tuning.results().rows.empty()) {
    draw_text_wrapped(ui.fonts.small, inner.low, ui.theme.dim,
                      "Name algorithms, sizes and values of parameters, and start: every combination is verified and "
                      "measured, its results are drawn here as they come.",
                      inner.width());
  } else {
    tuning_ranking(ui, session, inner);
  }
  end_card();
}

}  // namespace texelsort::app
