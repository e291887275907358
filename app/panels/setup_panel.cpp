#include <array>

#include <fmt/format.h>

#include "app/panels/panels.h"
#include "app/panels/parameter_widgets.h"
#include "app/panels/question_widgets.h"
#include "app/window/compat.h"
#include "compute/algorithms/registry.h"
#include "compute/data/distribution.h"
#include "compute/data/number.h"

namespace texelsort::app {

namespace {

void take_draft(const Session& session, SetupDraft& draft) {
  if (draft.revision == session.problem_revision()) return;
  const auto& spec = session.spec();
  draft.revision = session.problem_revision();
  draft.source = !spec.input.empty() ? 2 : !spec.values.empty() ? 1 : 0;
  draft.n = std::to_string(session.problem().n());
  draft.seed = std::to_string(spec.seed);
  draft.values = spec.values;
  draft.sequences = std::to_string(session.sequences());
  draft.path = spec.input;
  draft.parameters.clear();
  draft.question = form_of(session.questions());
}

void distribution_combo(const Ui& ui, Session& session) {
  const auto& chosen = data::find_distribution(session.spec().distribution);
  caption(ui, "Distribution", chosen.description);
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##distribution", elided(ui.fonts.body, chosen.title, compat::room().x - ui.px(48)).c_str()))
    return;
  for (const auto& distribution : data::distributions()) {
    const std::string label(distribution.title);
    if (ImGui::Selectable(label.c_str(), distribution.name == chosen.name) && distribution.name != chosen.name) {
      ProblemSpec spec = session.spec();
      spec.distribution = distribution.name;
      // A worked example has its own n; leaving one, its n would be a strange choice for the others.
      if (distribution.fixed_n || chosen.fixed_n) spec.n.reset();
      session.change_problem(spec);
    }
    tooltip(ui, distribution.description);
  }
  end_combo(ui);
}

bool entered() {
  return ImGui::IsItemDeactivatedAfterEdit();
}

void generated_input(const Ui& ui, Session& session, SetupDraft& draft) {
  distribution_combo(ui, session);
  const bool fixed = data::find_distribution(session.spec().distribution).fixed_n.has_value();
  const float half = 0.5f * (compat::room().x - ui.px(10));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  caption(ui, "Keys (n)", "A number, or a size such as 2^20, 1M or 64Ki.");
  ImGui::SetNextItemWidth(half);
  ImGui::BeginDisabled(fixed);
  compat::input_text("##n", draft.n);
  if (entered()) {
    ProblemSpec spec = session.spec();
    spec.n = data::parse_size(draft.n);
    spec.sequences = session.sequences();
    spec.lengths.clear();
    if (spec.n) {
      session.change_problem(spec);
    } else {
      session.report(fmt::format("'{}' is no number of keys: write it as 4096, 2^12 or 4Ki", draft.n));
    }
    draft.revision = 0;
  }
  ImGui::EndDisabled();
  ImGui::EndGroup();
  ImGui::SetCursorScreenPos({start.x + half + ui.px(10), start.y});
  ImGui::BeginGroup();
  const float left = ImGui::GetCursorPosX();
  caption(ui, "Seed");
  ImGui::SetCursorPosX(left);
  ImGui::SetNextItemWidth(half);
  ImGui::BeginDisabled(fixed);
  compat::input_text("##seed", draft.seed);
  if (entered()) {
    ProblemSpec spec = session.spec();
    if (const auto seed = data::parse_size(draft.seed)) {
      spec.seed = *seed;
      session.change_problem(spec);
    } else {
      session.report(fmt::format("'{}' is no seed: write a number from 0", draft.seed));
    }
    draft.revision = 0;
  }
  ImGui::EndDisabled();
  ImGui::EndGroup();
}

void text_source(const Ui& ui, Session& session, std::string& text, const char* name, const char* help,
                 std::string ProblemSpec::*field) {
  caption(ui, name, help);
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##source", text);
  if (!entered() || text.empty()) return;
  ProblemSpec spec = session.spec();
  spec.input.clear();
  spec.values.clear();
  spec.n.reset();
  forget_reading(spec);
  spec.*field = text;
  session.change_problem(spec);
}

void input_section(const Ui& ui, Session& session, SetupDraft& draft) {
  heading(ui, "Input");
  constexpr std::array sources{"Generated", "Values", "File"};
  if (segmented(ui, "source", sources, draft.source) && draft.source == 0) {
    ProblemSpec spec = session.spec();
    spec.input.clear();
    spec.values.clear();
    const int source = draft.source;
    if (spec != session.spec()) session.change_problem(spec);
    draft.source = source;
  }
  if (draft.source == 0) generated_input(ui, session, draft);
  if (draft.source == 1)
    text_source(ui, session, draft.values, "Numbers, then Enter", "Separated by commas or spaces.",
                &ProblemSpec::values);
  if (draft.source == 2) {
    text_source(ui, session, draft.path, "Path, then Enter",
                "Text, CSV, raw binary, or a picture whose pixels are the keys.", &ProblemSpec::input);
  }
}

void comparison_choice(const Ui& ui, Session& session) {
  if (!session.algorithm().info().compares && session.spec().comparison == data::Comparison::natural) return;
  caption(
      ui, "Compare by",
      "What puts a key before another: the natural order, the absolute value, or the number of one bits. Only sorts "
      "that do nothing with keys but compare them take the others.");
  constexpr std::array names{"natural", "magnitude", "ones"};
  static_assert(names.size() == data::all_comparisons.size());
  auto chosen = static_cast<int>(session.spec().comparison);
  if (!segmented(ui, "comparison", names, chosen)) return;
  ProblemSpec spec = session.spec();
  spec.comparison = static_cast<data::Comparison>(chosen);
  session.change_problem(spec);
}

/// Of a merge: into how many sorted sequences the keys are cut.
void sequences_choice(const Ui& ui, Session& session, SetupDraft& draft) {
  if (session.sequences() == 0) return;
  caption(ui, "Sequences (k)", "The keys are cut into so many sequences of equal length, and each of them is sorted.");
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##sequences", draft.sequences);
  if (!entered()) return;
  ProblemSpec spec = session.spec();
  const auto count = data::parse_size(draft.sequences);
  if (count && *count > 0) {
    spec.sequences = *count;
    spec.lengths.clear();
    session.change_problem(spec);
  } else {
    session.report(fmt::format("'{}' is no number of sequences: write one from 1", draft.sequences));
  }
  draft.revision = 0;
}

void payload_choice(const Ui& ui, Session& session) {
  caption(
      ui, "Payload",
      "What travels with each key: nothing, its index in the input with 32 or with 64 bits, or the fields of a record.");
  constexpr std::array names{"none", "index", "index64", "record"};
  auto chosen = static_cast<int>(session.spec().payload);
  if (!segmented(ui, "payload", names, chosen)) return;
  constexpr std::uint32_t first_fields = 3;  // enough to see rows and columns
  ProblemSpec spec = session.spec();
  spec.payload = static_cast<data::PayloadKind>(chosen);
  const bool records = spec.payload == data::PayloadKind::record;
  spec.fields = records ? first_fields : 0;
  if (!records) spec.layout.reset();
  session.change_problem(spec);
}

void record_shape(const Ui& ui, Session& session, SetupDraft& draft) {
  if (session.spec().payload != data::PayloadKind::record) return;
  caption(ui, "Fields beside the key (m)", "Words of 32 bits that every record has, 0 to 32.");
  ImGui::SetNextItemWidth(-1);
  int fields = draft.fields.value_or(static_cast<int>(session.spec().fields));
  constexpr auto most = static_cast<int>(data::most_fields);
  if (ImGui::SliderInt("##fields", &fields, 0, most, "%d", ImGuiSliderFlags_AlwaysClamp)) draft.fields = fields;
  if (entered()) {
    ProblemSpec spec = session.spec();
    spec.fields = static_cast<std::uint32_t>(fields);
    draft.fields.reset();
    session.change_problem(spec);
  }
  caption(ui, "Layout",
          "By field: a column for every field. Hybrid: keys, and structures of all other fields. By record: structures "
          "that begin with the key.");
  constexpr std::array names{"by-field", "hybrid", "by-record"};
  auto chosen = static_cast<int>(session.spec().shape().layout);
  if (!segmented(ui, "layout", names, chosen)) return;
  ProblemSpec spec = session.spec();
  spec.layout = static_cast<data::Layout>(chosen);
  session.change_problem(spec);
}

void order_choice(const Ui& ui, Session& session) {
  caption(ui, "Order", "Descending complements the keys' codes, so that equal keys keep their input order.");
  constexpr std::array names{"asc", "desc"};
  auto chosen = static_cast<int>(session.spec().order);
  if (!segmented(ui, "order", names, chosen)) return;
  ProblemSpec spec = session.spec();
  spec.order = static_cast<data::Order>(chosen);
  session.change_problem(spec);
}

void type_choice(const Ui& ui, Session& session) {
  caption(ui, "Key type",
          "32- and 64-bit unsigned and signed integers and floats. Floats sort by IEEE 754 totalOrder.");
  constexpr std::array names{"u32", "i32", "f32", "u64", "i64", "f64"};
  int chosen = static_cast<int>(session.problem().type());
  if (!segmented(ui, "type", names, chosen)) return;
  ProblemSpec spec = session.spec();
  spec.type = static_cast<data::KeyType>(chosen);
  session.change_problem(spec);
}

void algorithm_section(const Ui& ui, Session& session) {
  heading(ui, "Algorithm");
  const auto& info = session.algorithm().info();
  ImGui::SetNextItemWidth(-1);
  ImGui::SetNextWindowSizeConstraints({ui.px(360), 0}, {ui.px(520), ui.px(520)});
  if (ImGui::BeginCombo("##algorithm", elided(ui.fonts.body, info.title, compat::room().x - ui.px(48)).c_str())) {
    std::string family;
    for (const auto& algorithm : algorithms::registry()) {
      if (algorithm->info().family != family) {
        if (!family.empty()) ImGui::Separator();
        family = algorithm->info().family;
      }
      const auto availability = algorithm->availability(session.device_info());
      const auto& other = algorithm->info();
      ImGui::BeginDisabled(!availability.available);
      if (ImGui::Selectable(other.title.c_str(), other.id == info.id)) session.change_algorithm(other.id);
      ImGui::EndDisabled();
      tooltip(ui, availability.available ? other.summary : availability.reason);
      if (!availability.available) text_item(ui.fonts.small, ui.theme.faint, availability.reason);
    }
    end_combo(ui);
  }
  tooltip(ui, "A network of your own: drop its file on the window. So do numbers and pictures become the input.");
  text_item(ui.fonts.mono_small, ui.theme.dim, info.id);
  text_item(ui.fonts.small, ui.theme.dim, info.summary);
}

void message_box(const Ui& ui, Session& session) {
  if (session.message().empty()) return;
  auto& draw = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = compat::room().x, pad = ui.px(10);
  ImGui::PushFont(ui.fonts.small);
  const ImVec2 size = ImGui::CalcTextSize(session.message().c_str(), nullptr, false, width - 3 * pad);
  ImGui::PopFont();
  const ImVec2 end{start.x + width, start.y + size.y + 2 * pad};
  draw.AddRectFilled(start, end, with_alpha(ui.theme.warning, 0.16f), ui.px(8));
  draw.AddRectFilled(start, {start.x + ui.px(4), end.y}, ui.theme.warning, ui.px(2));
  ImGui::SetCursorScreenPos({start.x + 1.5f * pad, start.y + pad});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 3 * pad);
  ImGui::PushFont(ui.fonts.small);
  ImGui::TextUnformatted(session.message().c_str());
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  ImGui::SetCursorScreenPos(start);
  if (ImGui::InvisibleButton("message", {width, end.y - start.y})) session.dismiss_message();
}

void colour_choice(const Ui& ui, Session& session) {
  caption(ui, "Value colours", "Both can be told apart with any colour vision; cividis also looks the same.");
  constexpr std::array names{"viridis", "cividis"};
  int chosen = static_cast<int>(session.look.colormap);
  if (segmented(ui, "colours", names, chosen)) session.look.colormap = static_cast<ColormapName>(chosen);
}

}  // namespace

void setup_panel(Ui& ui, Session& session, SetupDraft& draft, const Box& box) {
  begin_card(ui, "setup", box, true);
  take_draft(session, draft);
  message_box(ui, session);
  input_section(ui, session, draft);
  sequences_choice(ui, session, draft);
  type_choice(ui, session);
  order_choice(ui, session);
  comparison_choice(ui, session);
  payload_choice(ui, session);
  record_shape(ui, session, draft);
  ImGui::Dummy({0, ui.px(4)});
  algorithm_section(ui, session);
  ImGui::Dummy({0, ui.px(2)});
  question_section(ui, session, draft);
  parameter_section(ui, session, draft);
  ImGui::Dummy({0, ui.px(2)});
  colour_choice(ui, session);
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
