#include <array>

#include <fmt/format.h>

#include "app/gui/views/network_editor_views.h"
#include "app/gui/window/compat.h"
#include "app/session/network_editor.h"
#include "compute/network/analysis.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

namespace {

/// A text format in which the user can copy the network to the clipboard or save it.
struct Notation {
  const char* name;
  std::string (*print)(const network::Network&);
};
constexpr std::array notations{
    Notation{"0:1", [](const network::Network& network) { return network::print(network, false) + "\n"; }},
    Notation{"[(0,1)]", network::print_tuples},
    Notation{"(0,1)", network::print_flat_tuples},
    Notation{"nw", network::print_flat_json},
    Notation{"json", network::print_json},
};

std::string printed(const Ui& ui, const NetworkEditor& network_editor) {
  return notations[static_cast<std::size_t>(ui.network_editor.notation)].print(network_editor.network());
}

/// Layout of buttons in rows of the full width, with as many rows as necessary.
class ButtonRow {
 public:
  ButtonRow(const Ui& ui, std::size_t count) : ui_(ui), count_(count) {
    const float gap = ui.px(6), room = compat::room().x;
    width_ = (room - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
  }
  bool operator()(const char* name, bool enabled, const char* help) {
    if (drawn_++ > 0) ImGui::SameLine(0, ui_.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, enabled ? 1.0f : 0.45f);
    const bool clicked = text_button(ui_, name, {width_, 0}) && enabled;
    ImGui::PopStyleVar();
    tooltip(ui_, help);
    return clicked;
  }

 private:
  const Ui& ui_;
  std::size_t count_, drawn_ = 0;
  float width_ = 0;
};

/// Draws the verdict of the test of all inputs, such as "Sorts all 256 inputs".
void verdict_lines(const Ui& ui, Session& session) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const ZeroOneResult* result = network_editor.result();
  const std::uint64_t inputs = std::uint64_t{1} << network_editor.design().n;
  if (result == nullptr) {
    text_item(ui.fonts.title, ui.theme.text, fmt::format("Testing all {} inputs", grouped(inputs)));
    return;
  }
  const bool sorts = result->failing() == 0;
  const ImU32 colour = sorts ? ui.theme.kept : ui.theme.warning;
  const ImVec2 at = ImGui::GetCursorScreenPos(), mark{at.x + ui.px(9), at.y + 0.55f * line_height(ui.fonts.title)};
  draw_disc(mark, ui.px(9), with_alpha(colour, 0.2f), 24);
  draw_verdict(sorts, mark, ui.px(5), colour);
  ImGui::SetCursorScreenPos({at.x + ui.px(26), at.y});
  text_item(ui.fonts.title, colour,
            sorts ? fmt::format("Sorts all {} inputs", grouped(inputs))
                  : fmt::format("Does not sort: {} of {} inputs fail", grouped(result->failing()), grouped(inputs)));
  if (session.look.presenter) return;  // leave the space to the counterexample
  text_item(ui.fonts.small, ui.theme.dim,
            sorts ? "It sorts all inputs of zeros and ones, and therefore every input (0-1 principle)."
                  : "A sorting network sorts all inputs of zeros and ones (0-1 principle).");
}

void counterexample_lines(const Ui& ui, Session& session) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  const ZeroOneResult* result = network_editor.result();
  const auto input = shown_input(ui, session);
  if (result == nullptr || !input) return;
  const bool smallest = input == result->smallest_failing;
  caption(ui, smallest ? "Smallest counterexample, place 0 first" : "Chosen input, place 0 first",
          "The input counts as a binary number whose lowest bit is at place 0.");
  text_item(ui.fonts.mono, ui.theme.text, zero_one_text(*input, result->n));
  text_item(ui.fonts.mono, result->fails(*input) ? ui.theme.warning : ui.theme.kept,
            fmt::format("{} {}", zero_one_text(result->outputs[*input], result->n),
                        result->fails(*input) ? "not sorted" : "sorted"));
  if (text_button(ui, "Run this input", {compat::room().x, 0})) {
    if (workspace<NetworkEditor>(session).run_in_stepper(session, *input)) {
      session.look.workspace.clear();
      session.set_playing(true);
    }
  }
  tooltip(ui, "Sorts this input with this network, pass by pass, in the views.");
}

/// Draws the numbers of places, comparators and steps of the network.
void numbers(const Ui& ui, const NetworkEditor& network_editor) {
  const std::uint64_t n = network_editor.design().n, depth = network::depth(network_editor.network());
  std::string text = fmt::format("{}, {}, {}", counted(n, "place"), counted(network_editor.size(), "comparator"),
                                 counted(network_editor.design().steps.size(), "step"));
  if (depth != network_editor.design().steps.size()) text += fmt::format(" (depth {})", depth);
  if (const auto best = network::best_known_bounds(n)) {
    text += fmt::format(". Best known: {}, depth {}.", counted(best->size, "comparator"), best->depth);
  }
  text_item(ui.fonts.small, ui.theme.dim, text);
}

void change_buttons(Ui& ui, NetworkEditor& network_editor) {
  NetworkEditorDraft& draft = ui.network_editor;
  ButtonRow history(ui, 2);
  if (history("Undo", network_editor.can_undo(), "Undoes the last change (Ctrl+Z).")) network_editor.undo();
  if (history("Redo", network_editor.can_redo(), "Redoes the change (Ctrl+Y).")) network_editor.redo();
  ButtonRow one(ui, 2);
  const bool selected = draft.selected.has_value();
  if (one("Delete", selected, "Deletes the selected comparator (Delete).")) {
    network_editor.remove(*draft.selected);
  } else if (one("Reverse", selected,
                 "Reverses the selected comparator, which then puts the smaller key at its "
                 "other place.")) {
    const NetworkEditor::Spot spot = *draft.selected;
    const network::Comparator c = network_editor.at(spot);
    network_editor.move(spot, {spot.step, false}, c.reversed ? c.low : c.high, c.reversed ? c.high : c.low);
  }
  ButtonRow places(ui, 2);
  const std::uint64_t n = network_editor.design().n;
  if (places("Fewer places", true, "Removes the last wire.")) network_editor.set_places(n - 1);
  if (places("More places", true, "Adds a wire.")) network_editor.set_places(n + 1);
}

/// Draws a list from which the user chooses the network to edit: the network of the run, if the editor has enough
/// places for it, or a built-in one with the same number of places as now.
void start_from(const Ui& ui, Session& session) {
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  caption(ui, "Start editing from");
  ImGui::SetNextItemWidth(-1);
  if (!begin_combo(ui, "##start from", "another network")) return;
  const network::Family* own = session.algorithm().network();
  const std::uint64_t n = session.problem().n(), places = network_editor.design().n;
  const bool fits = n >= NetworkEditor::fewest_places && n <= NetworkEditor::most_places;
  if (own != nullptr && fits && selectable(ui, fmt::format("the run's network, {}", counted(n, "place")), false)) {
    network_editor.take(own->generate(n));
  }
  for (const network::Family& family : network::families()) {
    if (family.max_n && places > *family.max_n) continue;
    if (selectable(ui, family.title, false)) network_editor.take(family.generate(places));
  }
  end_combo(ui);
}

void list_combo(const Ui& ui, NetworkEditor& network_editor) {
  if (network_editor.list().size() < 2) return;
  const auto name = [&](std::size_t i) {
    const auto& [title, network] = network_editor.list()[i];
    return fmt::format("{}. {}", i + 1,
                       title.empty() ? fmt::format("{}, {}", counted(network.n, "place"),
                                                   counted(network::size(network), "comparator"))
                                     : title);
  };
  caption(ui, fmt::format("List of {} networks", network_editor.list().size()));
  ImGui::SetNextItemWidth(-1);
  if (!begin_combo(ui, "##list", network_editor.chosen() ? name(*network_editor.chosen()) : "choose")) return;
  for (std::size_t i = 0; i < network_editor.list().size(); ++i) {
    if (selectable(ui, name(i), network_editor.chosen() == i)) network_editor.choose(i);
  }
  end_combo(ui);
}

void exchange_lines(Ui& ui, NetworkEditor& network_editor) {
  NetworkEditorDraft& draft = ui.network_editor;
  caption(ui, "File or list of networks",
          "Type the path of a network file, FILE#3 for the third network of a list, or comparators. "
          "docs/networks.md describes the notations.");
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##network file", draft.path);
  note_item("network file", true);
  ButtonRow files(ui, 2);
  if (files("Open", !draft.path.empty(), "Opens the file. If it is a list, shows its networks."))
    network_editor.open(draft.path);
  if (files("Save", !draft.path.empty(), "Writes the network to the file in the chosen notation.")) {
    network_editor.save(draft.path, printed(ui, network_editor));
  }
  list_combo(ui, network_editor);
  caption(ui, "Notation",
          "Sets the notation of Save and Copy: texelsort's text, B. Dobbelaere's list with one line per step or in "
          "one line, SorterHunter's JSON, or texelsort's JSON. Open and Paste read all of them.");
  std::array<const char*, notations.size()> names{};
  for (std::size_t i = 0; i < notations.size(); ++i) names[i] = notations[i].name;
  segmented(ui, "notation", names, draft.notation);
  ButtonRow clipboard(ui, 2);
  if (clipboard("Copy", true, "Copies the network to the clipboard.")) {
    ImGui::SetClipboardText(printed(ui, network_editor).c_str());
  }
  if (clipboard("Paste", true, "Reads a network from the clipboard.")) {
    const char* text = ImGui::GetClipboardText();
    network_editor.read_text(text == nullptr ? "" : text, "clipboard");
  }
}

}  // namespace

void network_editor_panel(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "network editor panel", box, true);
  NetworkEditor& network_editor = workspace<NetworkEditor>(session);
  verdict_lines(ui, session);
  if (!network_editor.message().empty()) {
    text_item(ui.fonts.small, network_editor.refused() ? ui.theme.warning : ui.theme.text, network_editor.message());
  }
  counterexample_lines(ui, session);
  numbers(ui, network_editor);
  change_buttons(ui, network_editor);
  start_from(ui, session);
  exchange_lines(ui, network_editor);
  text_item(ui.fonts.small, ui.theme.dim,
            fmt::format("One texture of {} keys contains all inputs next to each other. The passes of the "
                        "single-quad method sort them.",
                        grouped(network_editor.design().n << network_editor.design().n)));
  end_scrolling_card(ui, box);
}

}  // namespace texelsort::app
