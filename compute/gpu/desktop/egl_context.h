#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// An OpenGL context made through EGL without any window; current until another is made current.
class EglContext {
 public:
  virtual ~EglContext() = default;
  virtual void make_current() const = 0;
};

/// One way to get a context here.
struct EglCandidate {
  std::string what;  ///< "EGL device 0 (hardware)", "EGL surfaceless"
  bool software = false;
  void* native_device = nullptr;  ///< EGLDeviceEXT; null: the surfaceless platform
};

/// Makes drivers that have a known defect go without what causes it; to be called before any context is made. Values
/// that somebody has set stay. Mesa 22.3's zink compiles the values of uniforms into compute shaders on Vulkan devices
/// that are CPUs, and goes on with old values after they have changed: without that it is right.
void set_driver_defaults();

/// Candidates in the order they are to be tried: hardware devices, then Mesa's surfaceless platform, then software
/// devices. `only` keeps the EGL device of that number.
std::vector<EglCandidate> egl_candidates(std::optional<unsigned> only);

/// Makes the candidate's highest core context and makes it current; null with the reason in `trial.outcome` when that
/// fails. What the driver prints meanwhile comes to `trial.outcome`, too.
std::unique_ptr<EglContext> make_egl_context(const EglCandidate& candidate, bool debug, ContextTrial& trial);

/// The number under which CUDA knows the device of the EGL context that is current (EGL_NV_device_cuda); nothing if no
/// such context is, or the device is none of CUDA's.
std::optional<int> current_cuda_ordinal();

}  // namespace texelsort::gpu
