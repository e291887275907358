#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/problem/presets.h"
#include "app/problem/question_form.h"
#include "app/session/session.h"
#include "compute/measure/measure.h"

/// The panels of the window, one per source file. Each panel fills a card at a given position.
namespace texelsort::app {

/// Texts and values in the setup panel that the user has edited, but that do not affect the problem yet.
struct SetupDraft {
  /// Number of fields per record at which the user holds the slider; unset if the slider is released.
  std::optional<int> fields;
  std::uint64_t revision = 0;  ///< revision of the problem whose values the fields show
  int source = 0;              ///< source of the keys: 0 for generated keys, 1 for typed values, 2 for a file
  std::string n, seed, values, path, sequences;
  std::map<std::string, std::string> parameters;
  std::optional<std::vector<Preset>> presets;  ///< presets that the user has saved; unset before they are loaded
  std::string preset_name, preset_problem;
  QuestionForm question;
};

void setup_panel(Ui& ui, Session& session, SetupDraft& draft, const Box& box);
/// Draws the session's last error message, if there is one. A click dismisses the message.
void message_box(const Ui& ui, Session& session);
void transport_panel(Ui& ui, Session& session, const Box& box);
/// Returns the height of the transport panel in a window of size `window`. Both are in pixels at scale 1.
float transport_height(const Session& session, ImVec2 window);
void scrub_bar(const Ui& ui, Session& session, const Box& box);
void pass_panel(Ui& ui, Session& session, const Box& box);
/// Describes the result of a run in a few words: "Sorted", "Not sorted", "Found" and so on.
std::string result_title(const Session& session, const ResultVerdict& result);
void inspector_panel(Ui& ui, Session& session, const Box& box);
void timing_panel(Ui& ui, Session& session, const Box& box);
/// Draws the passes of a measurement one after another, with widths that are their times. The wheel zooms, dragging
/// pans, a double click shows all passes, and a click goes to a pass.
void time_line(Ui& ui, Session& session, const measure::Measurement& m, const Box& box);
void status_line(const Ui& ui, const Session& session, const Box& box);

/// Number of bytes that one pass reads and writes, in two parts.
struct PassBytes {
  algorithms::PassHeader header;
  /// Bytes of keys and all other data except record fields, and bytes of record fields.
  std::uint64_t others = 0, fields = 0;
};
PassBytes pass_bytes(const algorithms::PassHeader& header, const algorithms::Counters& counters);

/// Draws one bar per pass for the bytes that it moves. The bytes of record fields are on top of all other bytes. There
/// is space for `total` passes, and a click on a bar seeks its pass.
void byte_bars(const Ui& ui, Session& session, std::span<const PassBytes> passes, std::uint64_t total, const Box& box);

/// Draws the pass strip below the views: one card with the present pass and its claim. The window shows it if there is
/// no space for the pass panel.
void pass_strip(const Ui& ui, Session& session, const Box& box);
/// Returns the height in pixels of the pass strip in a card that is `width` pixels wide.
float pass_strip_height(const Ui& ui, Session& session, float width);

/// Draws the help page with all shortcuts above all panels.
void help_overlay(Ui& ui, const Session& session, const Box& window);

/// Draws the confirmation of the user's last action at the lower edge of the window, above all panels.
void said_overlay(const Ui& ui, const Box& window);

/// Copies the command that opens the window in its present state to the clipboard, and confirms the copy.
void copy_command(Ui& ui, Session& session);

/// Copies the address of the page with the view state to the clipboard, and confirms the copy. Must only be called in a
/// web page.
void copy_link(Ui& ui, Session& session);

/// Draws the buttons for sharing: copy the command, save a session file, copy the link.
void share_section(Ui& ui, Session& session);

/// Draws a widget for each parameter of the algorithm, and buttons for the tuned values and the paper's values. Draws
/// nothing if the algorithm has no parameters.
void parameter_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws buttons for sets of parameter values: tuned values, the paper's values, and presets. The user can save and
/// delete own presets.
void preset_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws the settings of a selection: the kind of question, the values of k or the quantiles, and the interpolation.
/// Draws nothing if the algorithm is a sort.
void question_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
