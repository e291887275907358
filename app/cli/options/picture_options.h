#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/cli/options/device_options.h"
#include "app/problem/cli_fwd.h"
#include "app/session/lessons/lesson.h"
#include "app/session/options/view_state_options.h"
#include "compute/gpu/objects.h"

/// Common options of the commands that draw the window's contents without a display.
namespace texelsort::app {

/// Options for drawing a picture: the view state, the device that executes it, and the picture's size and look.
class PictureOptions {
 public:
  /// Adds the options to a command. `pass` is the default of --pass in the help. If `pass` is empty, the command has
  /// --passes instead of --pass.
  void add_options(CLI::App& command, const char* heading, const std::string& pass, const std::string& size);

  /// Creates a session with the requested view state and look. Throws the errors of ViewStateOptions::view_state() and
  /// show(). Throws UsageError for an invalid size, scale, theme or colour map.
  std::unique_ptr<Session> session(const ViewState& view_state, bool presenter, bool predicts = false);

  /// Creates a session in presenter mode with the first step of a lesson. Throws the errors of session().
  std::unique_ptr<Session> lesson_session(const Lesson& lesson);

  gpu::Device& device() { return device_.device(); }
  gpu::Extent size() const;
  float ui_scale() const;
  ViewState view_state() const { return view_state_.view_state(); }
  /// Returns whether the command line contains an option that affects the view state.
  bool chooses_view_state() const { return view_state_.any("view"); }

 private:
  ViewStateOptions view_state_;
  DeviceOptions device_;
  std::string size_, theme_ = "dark", colormap_ = "viridis";
  std::optional<double> ui_scale_;
};

/// Reads a size such as "1600x900". Throws UsageError for other text.
gpu::Extent picture_size(const std::string& text);

}  // namespace texelsort::app
