#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/gpu/device.h"

/// Making contexts without a window's help. desktop/ does it by EGL, web/ by the page's canvas.
namespace texelsort::gpu {

/// A context that this program has made; current until another is made current.
class OwnContext {
 public:
  virtual ~OwnContext() = default;
  virtual void make_current() const = 0;
};

/// One way to get a context here.
struct ContextCandidate {
  std::string what;  ///< "EGL device 0 (hardware)", "EGL surfaceless", "canvas"
  bool software = false;
  void* native_device = nullptr;  ///< EGLDeviceEXT; null: the surfaceless platform
};

/// Candidates in the order they are to be tried: hardware devices, then Mesa's surfaceless platform, then software
/// devices. `only` keeps the EGL device of that number.
std::vector<ContextCandidate> context_candidates(std::optional<unsigned> only);

/// Whether there are devices and all are CPU rasterisers, as far as that can be said before there is a context. `only`
/// as above.
bool only_software_devices(std::optional<unsigned> only);

/// Makes the candidate's highest core context and makes it current; null with the reason in `trial.outcome` when that
/// fails. What the driver prints meanwhile comes to `trial.outcome`, too.
std::unique_ptr<OwnContext> make_context(const ContextCandidate& candidate, bool debug, ContextTrial& trial);

/// What to do where no candidate makes a context, as the end of a sentence, for people.
std::string_view advice_without_context();

/// The number under which CUDA knows the device of the context that is current (EGL_NV_device_cuda); nothing if no such
/// context is, or the device is none of CUDA's.
std::optional<int> current_cuda_ordinal();

}  // namespace texelsort::gpu
