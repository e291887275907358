#include <array>
#include <functional>
#include <initializer_list>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/text/number.h"

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

/// Calls `of` to change the problem, and restarts the run with the result.
void change(Session& session, const std::function<void(ProblemSpec&)>& of) {
  ProblemSpec spec = session.spec();
  of(spec);
  session.change_problem(spec);
}

void distribution_combo(const Ui& ui, Session& session) {
  const auto& chosen = distribution_of(session.spec());
  caption(ui, "Distribution", chosen.description);
  ImGui::SetNextItemWidth(-1);
  if (!begin_combo(ui, "##distribution", std::string(chosen.title))) return;
  for (const auto& distribution : data::distributions()) {
    const std::string label(distribution.title);
    if (selectable(ui, label, distribution.name == chosen.name) && distribution.name != chosen.name) {
      change(session, [&](ProblemSpec& spec) {
        spec.distribution = distribution.name;
        // Reset the number of keys if the old or the new distribution is a worked example, which has a fixed size.
        if (distribution.fixed_n || chosen.fixed_n) spec.n.reset();
      });
    }
    tooltip(ui, distribution.description);
  }
  end_combo(ui);
}

bool entered() {
  return ImGui::IsItemDeactivatedAfterEdit();
}

/// Draws a text field for a number or a size such as 2^20, which must be at least `least`. An invalid text causes an
/// error message that ends with `wrong`.
void number_field(Session& session, SetupDraft& draft, const char* id, std::string& text, float width,
                  std::uint64_t least, const char* wrong,
                  const std::function<void(ProblemSpec&, std::uint64_t)>& apply) {
  ImGui::SetNextItemWidth(width);
  compat::input_text(id, text);
  note_item(id, true);
  if (!entered()) return;
  const auto number = data::parse_size(text);
  if (number && *number >= least) {
    change(session, [&](ProblemSpec& spec) { apply(spec, *number); });
  } else {
    session.report(fmt::format("'{}' is not a valid {}", text, wrong));
  }
  draft.revision = 0;
}

void generated_input(const Ui& ui, Session& session, SetupDraft& draft) {
  distribution_combo(ui, session);
  const bool fixed = distribution_of(session.spec()).fixed_n.has_value();
  const float half = 0.5f * (compat::room().x - ui.px(10));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  caption(ui, "Keys (n)", "Type a number, or a size such as 2^20, 1M or 64Ki.");
  number_field(session, draft, "##n", draft.n, half, 0, "number of keys: write it as 4096, 2^12 or 4Ki",
               [&session, fixed](ProblemSpec& spec, std::uint64_t n) {
                 // A worked example has a fixed size. If the user enters another size, change to the default
                 // distribution.
                 if (fixed && n != session.problem().n()) spec.distribution.clear();
                 spec.n = n;
                 spec.sequences = session.sequences();
                 spec.lengths.clear();
               });
  ImGui::EndGroup();
  ImGui::SetCursorScreenPos({start.x + half + ui.px(10), start.y});
  ImGui::BeginGroup();
  const float left = ImGui::GetCursorPosX();
  caption(ui, "Seed");
  ImGui::SetCursorPosX(left);
  ImGui::BeginDisabled(fixed);
  number_field(session, draft, "##seed", draft.seed, half, 0, "seed: write a number from 0",
               [](ProblemSpec& spec, std::uint64_t seed) { spec.seed = seed; });
  ImGui::EndDisabled();
  ImGui::EndGroup();
}

/// Draws a text field for the keys as text, or for the path of a file. The entered text replaces the previous input of
/// the problem.
void text_source(const Ui& ui, Session& session, std::string& text, const char* name, const char* help,
                 std::string ProblemSpec::*field) {
  caption(ui, name, help);
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##source", text);
  note_item("##source", true);
  if (!entered() || text.empty()) return;
  change(session, [&](ProblemSpec& spec) {
    spec.input.clear();
    spec.values.clear();
    spec.n.reset();
    forget_reading(spec);
    spec.*field = text;
  });
}

void input_section(const Ui& ui, Session& session, SetupDraft& draft) {
  heading(ui, "Input");
  constexpr std::array sources{"Generated", "Values", "File"};
  if (segmented(ui, "source", sources, draft.source) && draft.source == 0) {
    ProblemSpec spec = session.spec();
    // Keep the number of keys, because a network that the user has edited accepts no other.
    if (!is_generated(spec)) {
      spec.n = session.problem().n();
      if (distribution_of(spec).fixed_n) spec.distribution.clear();
    }
    spec.input.clear();
    spec.values.clear();
    const int source = draft.source;
    if (spec != session.spec()) session.change_problem(spec);
    draft.source = source;
  }
  if (draft.source == 0) generated_input(ui, session, draft);
  if (draft.source == 1)
    text_source(ui, session, draft.values, "Numbers, then Enter", "Separate the numbers by commas or spaces.",
                &ProblemSpec::values);
  if (draft.source == 2) {
    text_source(ui, session, draft.path, "Path, then Enter",
                "The file is text, CSV, raw binary, or a picture whose pixels are the keys.", &ProblemSpec::input);
  }
}

/// Draws a widget for the number of sorted sequences that a merge gets. Draws nothing if the algorithm is not a merge.
void sequences_choice(const Ui& ui, Session& session, SetupDraft& draft) {
  if (session.sequences() == 0) return;
  caption(ui, "Sequences (k)",
          "texelsort splits the keys into this many sequences of equal length and sorts each "
          "one first.");
  number_field(session, draft, "##sequences", draft.sequences, -1, 1, "number of sequences: write a number from 1",
               [](ProblemSpec& spec, std::uint64_t count) {
                 spec.sequences = count;
                 spec.lengths.clear();
               });
}

/// Draws buttons for the values of an enumeration. Returns the value that the user chose in this frame, or nothing if
/// there was no click.
template <class Value>
std::optional<Value> choice(const Ui& ui, const char* name, const char* help, Value now,
                            std::initializer_list<const char*> names) {
  caption(ui, name, help);
  auto chosen = static_cast<int>(now);
  return segmented(ui, name, names, chosen) ? std::optional(static_cast<Value>(chosen)) : std::nullopt;
}

/// Draws buttons for the values of one property of the problem. A click changes the problem.
template <class Field, class Value>
void field_choice(const Ui& ui, Session& session, const char* name, const char* help, Field ProblemSpec::*field,
                  Value now, std::initializer_list<const char*> names) {
  if (const auto chosen = choice(ui, name, help, now, names)) {
    change(session, [&](ProblemSpec& spec) { spec.*field = *chosen; });
  }
}

void payload_choice(const Ui& ui, Session& session) {
  const auto payload = choice(
      ui, "Payload", "Each key carries nothing, its index in the input (32 or 64 bits), or the fields of a record.",
      session.spec().payload, {"none", "index", "64-bit index", "record"});
  if (!payload) return;
  change(session, [&](ProblemSpec& spec) {
    // The number of fields before the user chooses one. With three fields, rows and columns of a memory layout look
    // different.
    constexpr std::uint32_t first_fields = 3;
    spec.payload = *payload;
    const bool records = spec.payload == data::PayloadKind::record;
    spec.fields = records ? first_fields : 0;
    if (!records) spec.layout.reset();
  });
}

void record_shape(const Ui& ui, Session& session, SetupDraft& draft) {
  if (session.spec().payload != data::PayloadKind::record) return;
  caption(ui, "Fields per record (m)", "Each record has 0 to 32 fields of 32 bits next to its key.");
  ImGui::SetNextItemWidth(-1);
  int fields = draft.fields.value_or(static_cast<int>(session.spec().fields));
  constexpr auto most = static_cast<int>(data::most_fields);
  if (ImGui::SliderInt("##fields", &fields, 0, most, "%d", ImGuiSliderFlags_AlwaysClamp)) draft.fields = fields;
  note_item("##fields", true);
  if (entered()) {
    draft.fields.reset();
    change(session, [&](ProblemSpec& spec) { spec.fields = static_cast<std::uint32_t>(fields); });
  }
  field_choice(ui, session, "Layout",
               "By field: one array per field. Hybrid: one array of keys and one of structures with all other fields. "
               "By record: one array of structures that begin with the key.",
               &ProblemSpec::layout, session.spec().shape().layout, {"by-field", "hybrid", "by-record"});
}

/// Draws the settings of keys, payload and order.
void problem_section(const Ui& ui, Session& session, SetupDraft& draft) {
  sequences_choice(ui, session, draft);
  field_choice(
      ui, session, "Key type",
      "Keys are unsigned integers (u), signed integers (i) or floats (f) of 32 or 64 bits. Floats sort by IEEE 754 "
      "totalOrder.",
      &ProblemSpec::type, session.problem().type(), {"u32", "i32", "f32", "u64", "i64", "f64"});
  field_choice(ui, session, "Order", "Equal keys keep their input order in both directions.", &ProblemSpec::order,
               session.spec().order, {"ascending", "descending"});
  if (session.algorithm().info().compares || session.spec().comparison != data::Comparison::natural) {
    static_assert(data::all_comparisons.size() == 3);
    field_choice(ui, session, "Compare by",
                 "Orders keys by value, by absolute value (magnitude), or by their number of one bits. The last two "
                 "work only with comparison sorts.",
                 &ProblemSpec::comparison, session.spec().comparison, {"natural", "magnitude", "ones"});
  }
  payload_choice(ui, session);
  record_shape(ui, session, draft);
}

void algorithm_section(Ui& ui, Session& session) {
  heading(ui, "Algorithm");
  const auto& info = session.algorithm().info();
  text_item(ui.fonts.body, ui.theme.text, info.title);
  text_item(ui.fonts.mono_small, ui.theme.dim, info.id);
  if (text_button(ui, "Choose an algorithm", {compat::room().x, 0})) open_chooser(ui.chooser, session);
  tooltip(ui,
          "Lists all algorithms by task, network, method and family; type to search. You can also drop a network file, "
          "numbers or a picture on the window (A).");
  text_item(ui.fonts.small, ui.theme.dim, info.summary);
}

void colour_choice(const Ui& ui, Session& session) {
  session.look.colormap =
      choice(ui, "Value colours",
             "Both scales can be read with every kind of colour vision. Cividis also looks nearly the same to "
             "everyone.",
             session.look.colormap, {"viridis", "cividis"})
          .value_or(session.look.colormap);
}

}  // namespace

void message_box(const Ui& ui, Session& session) {
  if (session.message().empty()) return;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = compat::room().x, pad = ui.px(10);
  const float tall = wrapped_height(ui.fonts.small, session.message(), width - 3 * pad);
  const ImVec2 end{start.x + width, start.y + tall + 2 * pad};
  draw_box({start, end}, with_alpha(ui.theme.warning, 0.16f), ui.px(8));
  draw_box({start, {start.x + ui.px(4), end.y}}, ui.theme.warning, ui.px(2));
  ImGui::SetCursorScreenPos({start.x + 1.5f * pad, start.y + pad});
  text_item(ui.fonts.small, ui.theme.text, session.message(), width - 3 * pad);
  ImGui::SetCursorScreenPos(start);
  if (ImGui::InvisibleButton("message", {width, end.y - start.y})) session.dismiss_message();
}

void setup_panel(Ui& ui, Session& session, SetupDraft& draft, const Box& box) {
  begin_card(ui, "setup", box, true);
  take_draft(session, draft);
  message_box(ui, session);
  input_section(ui, session, draft);
  problem_section(ui, session, draft);
  ImGui::Dummy({0, ui.px(4)});
  algorithm_section(ui, session);
  ImGui::Dummy({0, ui.px(2)});
  question_section(ui, session, draft);
  parameter_section(ui, session, draft);
  ImGui::Dummy({0, ui.px(2)});
  colour_choice(ui, session);
  ImGui::Dummy({0, ui.px(2)});
  share_section(ui, session);
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
