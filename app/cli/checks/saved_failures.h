#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/cli/checks/case_report.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Returns the view state that shows a case: its keys, algorithm and parameters. A failed case is shown at its failing
/// pass with the wrong index pinned. Any other case is shown at its input.
ViewState view_state_of(const algorithms::CheckCase& check_case, const CaseReport& report);

/// Writes one session file per failed case into a folder. Copies the shaders of --shader-dir into the subfolder
/// "shaders", from which the sessions load them.
class SavedFailures {
 public:
  /// Creates the folder for the session files if necessary. `replaced` lists the shaders that `shader_folder` replaces.
  /// If `replaced` is empty, sessions use the built-in shaders. Throws UsageError if the folder is not writable.
  SavedFailures(std::filesystem::path folder, const std::filesystem::path& shader_folder,
                const std::vector<std::string>& replaced);

  /// Returns the text of the session file for one failed case. Throws UsageError for paths that a session cannot
  /// represent.
  std::string text_of(const algorithms::CheckCase& check_case, const CaseReport& report) const;

  /// Writes the session file of one failed case and returns its path.
  std::string save(const algorithms::CheckCase& check_case, const CaseReport& report);

 private:
  std::filesystem::path folder_, shaders_;
  std::set<std::string> names_;
};

}  // namespace texelsort::app
