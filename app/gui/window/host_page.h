#pragma once

#include <string>

namespace texelsort::app {

/// The web page that contains the window. A page has an address and downloads instead of file paths.
class HostPage {
 public:
  HostPage() = default;
  virtual ~HostPage() = default;
  HostPage(const HostPage&) = delete;
  HostPage& operator=(const HostPage&) = delete;

  /// Returns the address of the page without the part after "#".
  virtual std::string address() const = 0;
  /// Sets the part of the page's address after "#", so that a copied or reloaded address restores the view.
  virtual void show_fragment(const std::string& fragment) = 0;
  /// Lets the user choose files in the browser's dialog. The chosen files arrive like dropped files.
  virtual void choose_files() = 0;
  /// Offers a file as a download. The download has the file's name.
  virtual void hand_out(const std::string& path) = 0;
};

}  // namespace texelsort::app
