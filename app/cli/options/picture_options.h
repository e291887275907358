#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/options/device_options.h"
#include "app/problem/cli_fwd.h"
#include "app/session/options/view_state_options.h"
#include "compute/gpu/objects.h"

/// What commands share that draw the window without a display.
namespace texelsort::app {

/// A view state, the device that executes it, and how it is drawn.
class PictureOptions {
 public:
  /// `pass`: where it is without --pass, for the help; empty: --passes says.
  void add_options(CLI::App& command, const char* heading, const std::string& pass, const std::string& size);

  /// The session with its look, in the view state. Throws Error as ViewStateOptions::view_state() and show();
  /// UsageError for a size, scale, theme or colour map that there is not.
  std::unique_ptr<Session> session(const ViewState& view_state, bool presenter, bool predicts = false);

  gpu::Device& device() { return device_.device(); }
  gpu::Extent size() const;
  float ui_scale() const;
  ViewState view_state() const { return view_state_.view_state(); }
  /// Whether an option says anything of the view state.
  bool chooses_view_state() const { return view_state_.any(); }

 private:
  ViewStateOptions view_state_;
  DeviceOptions device_;
  std::string size_, theme_ = "dark", colormap_ = "viridis";
  double ui_scale_ = 1;
};

/// The numbers of passes done that a list names, such as "1-6", "0,3,5-end", in its order; an empty list: all from
/// "1600x900". Throws UsageError for anything else.
gpu::Extent picture_size(const std::string& text);

/// `first` on. Goes to the end of runs whose passes nobody knows before. Throws UsageError, also for more than `most`.
std::vector<std::uint64_t> chosen_passes(Session& session, const std::string& list, std::uint64_t first,
                                         std::uint64_t most);

/// "bitonic/fused, stage 2, step 1: every block of 4 keys is sorted".
std::string title_of_state(Session& session);

}  // namespace texelsort::app
