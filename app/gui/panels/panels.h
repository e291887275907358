#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/problem/presets.h"
#include "app/problem/question_form.h"
#include "app/session/session.h"

/// The panels of the window, one per source file. Each fills a card at a given position.
namespace texelsort::app {

/// Contents of the setup panel's text fields until they are applied.
struct SetupDraft {
  std::optional<int> fields;   ///< number of fields per record while the slider is held
  std::uint64_t revision = 0;  ///< revision of the problem from which the draft was copied
  int source = 0;              ///< source of the keys: 0 generated, 1 values, 2 file
  std::string n, seed, values, path, sequences;
  std::map<std::string, std::string> parameters;
  std::optional<std::vector<Preset>> presets;  ///< the user's presets; unset until they are loaded
  std::string preset_name, preset_problem;
  QuestionForm question;
};

void setup_panel(Ui& ui, Session& session, SetupDraft& draft, const Box& box);
/// Draws the last error message, if there is one. A click dismisses it.
void message_box(const Ui& ui, Session& session);
void transport_panel(Ui& ui, Session& session, const Box& box);
/// Returns the height of the transport panel in a window of that size, both in pixels at scale 1.
float transport_height(const Session& session, ImVec2 window);
void scrub_bar(const Ui& ui, Session& session, const Box& box);
void pass_panel(Ui& ui, Session& session, const Box& box);
/// Returns the result of a run in a few words: "Sorted", "Not sorted", "Found" and so on.
std::string result_title(const Session& session, const ResultVerdict& result);
void inspector_panel(Ui& ui, Session& session, const Box& box);
void timing_panel(Ui& ui, Session& session, const Box& box);
void status_line(const Ui& ui, const Session& session, const Box& box);

/// Bytes that one pass reads and writes.
struct PassBytes {
  algorithms::PassHeader header;
  std::uint64_t others = 0, fields = 0;  ///< bytes without record fields; bytes of record fields
};
PassBytes pass_bytes(const algorithms::PassHeader& header, const algorithms::Counters& counters);

/// Draws one bar per pass, with the bytes of fields above the others and with space for `total` passes. A click seeks
/// the pass.
void byte_bars(const Ui& ui, Session& session, std::span<const PassBytes> passes, std::uint64_t total, const Box& box);

/// Draws the present pass and its claim below the views, if the pass panel is hidden.
void pass_strip(const Ui& ui, Session& session, const Box& box);
/// Returns the height of the pass strip at that width, both in pixels.
float pass_strip_height(const Ui& ui, Session& session, float width);

/// Draws all shortcuts above everything else.
void help_overlay(Ui& ui, const Box& window);

/// Draws the confirmation of the last action at the lower edge of the window, above everything else.
void said_overlay(const Ui& ui, const Box& window);

/// Copies the command that opens the window in its present state to the clipboard, and confirms it.
void copy_command(Ui& ui, Session& session);

/// Copies the page's address with the view state to the clipboard, and confirms it. Only for a window in a web page.
void copy_link(Ui& ui, Session& session);

/// Draws the controls for sharing: the command, a session file, the link.
void share_section(Ui& ui, Session& session);

/// Draws a widget for each parameter of the algorithm, built from its spec, and buttons for the tuned and the paper's
/// values. Draws nothing if there are no parameters.
void parameter_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws the presets: tuned values, the paper's, and the user's own, which can be saved and deleted here.
void preset_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws the settings of a selection: the kind, k or quantiles, the interpolation. Draws nothing if the algorithm
/// sorts.
void question_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
