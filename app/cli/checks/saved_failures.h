#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/cli/checks/case_report.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// Returns the view state of a case: its keys, algorithm and parameters. If the report is a failure, the view state is
/// at the failing pass and pins the wrong index. Otherwise it is at the input.
ViewState view_state_of(const algorithms::CheckCase& check_case, const CaseReport& report);

/// Writes one session file per failure into a folder. Copies shaders that replace built-in ones into the subfolder
/// "shaders", where the sessions find them.
class SavedFailures {
 public:
  /// Creates the folder for the session files if necessary. `shader_folder` contains the replaced shaders, `replaced`.
  /// If there are none, sessions use the built-in shaders. Throws UsageError if the folder is not writable.
  SavedFailures(std::filesystem::path folder, const std::filesystem::path& shader_folder,
                const std::vector<std::string>& replaced);

  /// Returns the text of the session file of one failure. Throws UsageError for paths that a session cannot represent.
  std::string text_of(const algorithms::CheckCase& check_case, const CaseReport& report) const;

  /// Saves one failure and returns the path of its session file.
  std::string save(const algorithms::CheckCase& check_case, const CaseReport& report);

 private:
  std::filesystem::path folder_, shaders_;
  std::set<std::string> names_;
};

}  // namespace texelsort::app
