#pragma once

#include <string>

namespace texelsort::gpu {

/// Captures the standard error of libraries during its lifetime, because drivers print confusing messages when no
/// context can be created. Inactive if EGL_LOG_LEVEL, LIBGL_DEBUG or MESA_DEBUG is set. Affects the whole process; only
/// one may exist at a time.
class CapturedErrors {
 public:
  CapturedErrors();
  ~CapturedErrors() { take(); }
  CapturedErrors(const CapturedErrors&) = delete;
  CapturedErrors& operator=(const CapturedErrors&) = delete;

  /// Ends the capture. Returns its distinct lines, separated by "; ".
  std::string take();

 private:
  int real_ = -1, kept_ = -1;  ///< descriptors; -1 if nothing is captured
};

}  // namespace texelsort::gpu
