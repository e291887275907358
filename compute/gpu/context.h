#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/gpu/device.h"

/// Creation of contexts without a window: desktop/ uses EGL, web/ uses the page's canvas.
namespace texelsort::gpu {

/// Context that this program created. It is current until another becomes current.
class OwnContext {
 public:
  virtual ~OwnContext() = default;
  virtual void make_current() const = 0;
};

/// One way to create a context on this machine.
struct ContextCandidate {
  std::string what;  ///< name for messages: "EGL device 0 (hardware)", "EGL surfaceless", "canvas"
  bool software = false;
  void* native_device = nullptr;  ///< EGLDeviceEXT of the candidate; null for the surfaceless platform
};

/// Returns the candidates in the order to try them: hardware devices, Mesa's surfaceless platform, software devices.
/// `only` restricts the result to the EGL device of that number.
std::vector<ContextCandidate> context_candidates(std::optional<unsigned> only);

/// Returns whether all devices, at least one, are CPU rasterisers, as far as this is known without a context. `only`
/// restricts the check to one device.
bool only_software_devices(std::optional<unsigned> only);

/// Creates the candidate's context with the highest core version and makes it current. On failure returns null, with
/// the reason in `trial.outcome`. Driver messages are also appended to `trial.outcome`.
std::unique_ptr<OwnContext> make_context(const ContextCandidate& candidate, bool debug, ContextTrial& trial);

/// Returns advice for users if no candidate yields a context, as the end of a sentence.
std::string_view advice_without_context();

/// Returns the CUDA ordinal of the current context's device (EGL_NV_device_cuda). Null if there is no current context
/// or the device does not support CUDA.
std::optional<int> current_cuda_ordinal();

}  // namespace texelsort::gpu
