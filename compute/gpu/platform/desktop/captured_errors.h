#pragma once

#include <string>

namespace texelsort::gpu {

/// What libraries write to standard error while it exists is kept from there: drivers print lines of their own when no
/// context can be made, which are no answer to what the user did. Not with EGL_LOG_LEVEL, LIBGL_DEBUG or MESA_DEBUG in
/// the environment, which ask for these lines. For the whole process; one at a time.
class CapturedErrors {
 public:
  CapturedErrors();
  ~CapturedErrors() { take(); }
  CapturedErrors(const CapturedErrors&) = delete;
  CapturedErrors& operator=(const CapturedErrors&) = delete;

  /// Ends the capture; its different lines, with "; " between them.
  std::string take();

 private:
  int real_ = -1, kept_ = -1;  ///< descriptors; -1: nothing is captured
};

}  // namespace texelsort::gpu
