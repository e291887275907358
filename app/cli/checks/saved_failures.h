#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/cli/checks/case_report.h"
#include "app/session/view_state.h"

namespace texelsort::app {

/// The view state of a case: its keys, algorithm and parameters. After a report of a failure it is at the failing pass
/// with the wrong index pinned; otherwise at the input.
ViewState view_state_of(const algorithms::CheckCase& check_case, const CaseReport& report);

/// Writes one session file per failure into a folder, and the shaders that replaced built-in ones into its folder
/// "shaders", where the sessions find them.
class SavedFailures {
 public:
  /// Makes the folder if need be. Throws UsageError if nothing can be written there. `shader_folder` has the files
  /// `replaced`; without any, sessions use the built-in shaders.
  SavedFailures(std::filesystem::path folder, const std::filesystem::path& shader_folder,
                const std::vector<std::string>& replaced);

  /// Returns the session file of one failure. Throws UsageError for paths that no session can name.
  std::string text_of(const algorithms::CheckCase& check_case, const CaseReport& report) const;

  /// Saves one failure and returns the path of its session file.
  std::string save(const algorithms::CheckCase& check_case, const CaseReport& report);

 private:
  std::filesystem::path folder_, shaders_;
  std::set<std::string> names_;
};

}  // namespace texelsort::app
