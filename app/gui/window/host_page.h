#pragma once

#include <string>

namespace texelsort::app {

/// The page in a browser that a window stands on: what it does in the place of paths and of a window's own frame.
class HostPage {
 public:
  HostPage() = default;
  virtual ~HostPage() = default;
  HostPage(const HostPage&) = delete;
  HostPage& operator=(const HostPage&) = delete;

  /// Where the page stands, without what is behind "#".
  virtual std::string address() const = 0;
  /// What the address has behind "#" from now on, for whoever copies it or loads the page again.
  virtual void show_fragment(const std::string& fragment) = 0;
  /// Has somebody choose files, which then come as if they were dropped.
  virtual void choose_files() = 0;
  /// Hands a file out, by the name that it has in its folder.
  virtual void hand_out(const std::string& path) = 0;
};

}  // namespace texelsort::app
