#include <algorithm>
#include <array>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

using algorithms::Interpolation;
using Kind = algorithms::Question::Kind;

struct NamedKind {
  Kind kind;
  const char* name;
  const char* first;  ///< text that the field for k or the quantile contains at first
};
constexpr std::array kinds{
    NamedKind{Kind::largest, "k-th largest", "1"}, NamedKind{Kind::smallest, "k-th smallest", "1"},
    NamedKind{Kind::median, "median", ""},         NamedKind{Kind::minimum, "minimum", ""},
    NamedKind{Kind::maximum, "maximum", ""},       NamedKind{Kind::quantile, "quantiles", "0.25, 0.75"}};

void ask(Session& session, SetupDraft& draft) {
  try {
    ProblemSpec spec = session.spec();
    spec.questions = questions_of(draft.question);
    if (spec.questions != session.questions()) session.change_problem(spec);
  } catch (const UsageError& error) {
    session.report(error.what());
  }
  draft.revision = 0;
}

/// Changes the kind of the selection's question, for example from k-th largest to median. Keeps k if the old and the
/// new kind use it.
void change_kind(Session& session, SetupDraft& draft, const NamedKind& chosen) {
  const bool keeps = takes_k(draft.question.kind) && takes_k(chosen.kind);
  draft.question.kind = chosen.kind;
  if (!keeps) draft.question.numbers = chosen.first;
  draft.question.interpolation = chosen.kind == Kind::quantile ? Interpolation::linear : Interpolation::lower;
  ask(session, draft);
}

void kind_combo(const Ui& ui, Session& session, SetupDraft& draft) {
  const Kind kind = draft.question.kind;
  const auto present = std::ranges::find(kinds, kind, &NamedKind::kind);
  ImGui::SetNextItemWidth(-1);
  if (!begin_combo(ui, "##kind", present->name)) return;
  const NamedKind* chosen = nullptr;
  for (const NamedKind& named : kinds) {
    if (selectable(ui, named.name, named.kind == kind) && named.kind != kind) chosen = &named;
  }
  end_combo(ui);
  if (chosen != nullptr) change_kind(session, draft, *chosen);
}

void interpolation_combo(const Ui& ui, Session& session, SetupDraft& draft) {
  caption(ui, "Interpolation", "Chooses the value of a median or quantile that lies between two keys.");
  ImGui::SetNextItemWidth(-1);
  if (!begin_combo(ui, "##interpolation", std::string(name(draft.question.interpolation)))) return;
  bool changed = false;
  for (const Interpolation one : {Interpolation::lower, Interpolation::higher, Interpolation::nearest,
                                  Interpolation::midpoint, Interpolation::linear, Interpolation::inverted_cdf}) {
    if (!selectable(ui, std::string(name(one)), one == draft.question.interpolation)) continue;
    draft.question.interpolation = one;
    changed = true;
  }
  end_combo(ui);
  if (changed) ask(session, draft);
}

}  // namespace

void question_section(const Ui& ui, Session& session, SetupDraft& draft) {
  if (!session.selects()) return;
  heading(ui, "What to find");
  kind_combo(ui, session, draft);
  if (takes_k(draft.question.kind) || takes_quantiles(draft.question.kind)) {
    const bool k = takes_k(draft.question.kind);
    caption(ui, k ? "Values of k" : "Quantiles q",
            k ? "Type one or more whole numbers from 1, separated by commas, such as 1, 2, 5."
              : "Type one or more numbers from 0 to 1, separated by commas, such as 0.25, 0.5.");
    ImGui::SetNextItemWidth(-1);
    compat::input_text("##numbers", draft.question.numbers);
    note_item("##numbers", true);
    if (ImGui::IsItemDeactivatedAfterEdit()) ask(session, draft);
  }
  if (takes_interpolation(draft.question.kind)) interpolation_combo(ui, session, draft);
}

}  // namespace texelsort::app
