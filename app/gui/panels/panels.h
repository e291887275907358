#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/problem/presets.h"
#include "app/problem/question_form.h"
#include "app/session/session.h"

/// The panels of the window, one per source file. Each panel fills a card at a given position.
namespace texelsort::app {

/// Contents of the setup panel's text fields before they take effect.
struct SetupDraft {
  std::optional<int> fields;   ///< number of fields per record while the user drags the slider; unset otherwise
  std::uint64_t revision = 0;  ///< revision of the problem from which the draft was copied
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
/// Returns the height of the transport panel for a window of size `window`. All lengths are in pixels at scale 1.
float transport_height(const Session& session, ImVec2 window);
void scrub_bar(const Ui& ui, Session& session, const Box& box);
void pass_panel(Ui& ui, Session& session, const Box& box);
/// Describes the result of a run in a few words: "Sorted", "Not sorted", "Found" and so on.
std::string result_title(const Session& session, const ResultVerdict& result);
void inspector_panel(Ui& ui, Session& session, const Box& box);
void timing_panel(Ui& ui, Session& session, const Box& box);
void status_line(const Ui& ui, const Session& session, const Box& box);

/// Bytes that one pass reads and writes.
struct PassBytes {
  algorithms::PassHeader header;
  /// Number of bytes outside record fields, and number of bytes of record fields.
  std::uint64_t others = 0, fields = 0;
};
PassBytes pass_bytes(const algorithms::PassHeader& header, const algorithms::Counters& counters);

/// Draws one bar per pass, with the bytes of record fields above all other bytes. Leaves space for `total` passes. A
/// click on a bar seeks its pass.
void byte_bars(const Ui& ui, Session& session, std::span<const PassBytes> passes, std::uint64_t total, const Box& box);

/// Draws the pass strip: the present pass and its claim in a card below the views. It replaces a hidden pass panel.
void pass_strip(const Ui& ui, Session& session, const Box& box);
/// Returns the height of the pass strip for a card of width `width`, both in pixels.
float pass_strip_height(const Ui& ui, Session& session, float width);

/// Draws the help page with all shortcuts above all panels.
void help_overlay(Ui& ui, const Box& window);

/// Draws the confirmation of the user's last action at the lower edge of the window, above all panels.
void said_overlay(const Ui& ui, const Box& window);

/// Copies the command that opens the window in its present state to the clipboard, and confirms the copy.
void copy_command(Ui& ui, Session& session);

/// Copies the address of the page with the view state to the clipboard, and confirms the copy. Must only be called in a
/// web page.
void copy_link(Ui& ui, Session& session);

/// Draws the controls for sharing: copying the command, saving a session file, copying the link.
void share_section(Ui& ui, Session& session);

/// Draws a widget for each parameter of the algorithm. Also draws buttons for the tuned values and for the paper's
/// values. Draws nothing if the algorithm has no parameters.
void parameter_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws the presets of parameter values: tuned values, the paper's values, and the user's own presets. The user can
/// save and delete own presets here.
void preset_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Draws the settings of a selection: the kind of question, k or quantiles, and the interpolation. Draws nothing if the
/// algorithm sorts.
void question_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
