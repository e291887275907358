#pragma once

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/problem/presets.h"
#include "app/problem/question_form.h"
#include "app/session/session.h"

/// One panel a file. Each fills a card at a fixed place.
namespace texelsort::app {

/// What the setup panel's text fields hold before it is applied.
struct SetupDraft {
  std::optional<int> fields;   ///< of records, while their slider is held
  std::uint64_t revision = 0;  ///< of the problem that it was taken from
  int source = 0;              ///< generated, values, file
  std::string n, seed, values, path, sequences;
  std::map<std::string, std::string> parameters;
  std::optional<std::vector<Preset>> presets;  ///< of the user, once they are read
  std::string preset_name, preset_problem;
  QuestionForm question;
};

void setup_panel(Ui& ui, Session& session, SetupDraft& draft, const Box& box);
/// What went wrong last, if anything did; a click dismisses it.
void message_box(const Ui& ui, Session& session);
void transport_panel(Ui& ui, Session& session, const Box& box);
/// The height that it wants in a window of that size, both in pixels of scale 1.
float transport_height(const Session& session, ImVec2 window);
void scrub_bar(const Ui& ui, Session& session, const Box& box);
void pass_panel(Ui& ui, Session& session, const Box& box);
/// "Sorted", "Not sorted", "Found" and so on.
std::string result_title(const Session& session, const ResultVerdict& result);
void inspector_panel(Ui& ui, Session& session, const Box& box);
void timing_panel(Ui& ui, Session& session, const Box& box);
void status_line(const Ui& ui, const Session& session, const Box& box);

/// What a pass moves of records' fields, and of all else.
struct PassBytes {
  algorithms::PassHeader header;
  std::uint64_t others = 0, fields = 0;  ///< bytes read and written
};
PassBytes pass_bytes(const algorithms::PassHeader& header, const algorithms::Counters& counters);

/// A bar a pass, fields on top of the others, with room for `total` passes. A click goes there.
void byte_bars(const Ui& ui, Session& session, std::span<const PassBytes> passes, std::uint64_t total, const Box& box);

/// The present pass and its claim below the views, where there is no panel for them.
void pass_strip(const Ui& ui, Session& session, const Box& box);
/// The pixels that it wants at that width.
float pass_strip_height(const Ui& ui, Session& session, float width);

/// All shortcuts, over everything else.
void help_overlay(Ui& ui, const Box& window);

/// What has just been done, over everything else at the lower edge.
void said_overlay(const Ui& ui, const Box& window);

/// Puts the command that opens the window as it is into the clipboard, and says so.
void copy_command(Ui& ui, Session& session);

/// Puts the address of the page with the view state in it into the clipboard, and says so. The window stands on a page.
void copy_link(Ui& ui, Session& session);

/// What is handed to others: the command, a session file, the link.
void handing_on_section(Ui& ui, Session& session);

/// A widget for each of the algorithm's parameters, built from its spec, and buttons for the tuned and the paper's
/// values. Nothing if it has none.
void parameter_section(const Ui& ui, Session& session, SetupDraft& draft);

/// Settings with names: tuned ones, the paper's, and the user's own, which can be kept and deleted here.
void preset_section(const Ui& ui, Session& session, SetupDraft& draft);

/// What a selection is to find: the kind, k or quantiles, the interpolation. Nothing if the algorithm sorts.
void question_section(const Ui& ui, Session& session, SetupDraft& draft);

}  // namespace texelsort::app
