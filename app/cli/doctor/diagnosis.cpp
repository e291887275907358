#include "app/cli/doctor/diagnosis.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace texelsort::app {

namespace {

constexpr unsigned nvidia = 0x10de, amd = 0x1002, intel = 0x8086;

constexpr auto mesa_advice = "apt install libegl1 libegl-mesa0 libgl1-mesa-dri gives software rendering";
constexpr auto nvidia_advice =
    "apt install nvidia-driver (Debian, non-free) or ubuntu-drivers install (Ubuntu), then restart";

std::string vendor_name(unsigned vendor) {
  switch (vendor) {
    case nvidia:
      return "NVIDIA";
    case amd:
      return "AMD";
    case intel:
      return "Intel";
    default:
      return fmt::format("PCI vendor {:04x}", vendor);
  }
}

bool is_set(const MachineFacts& facts, std::string_view name) {
  return std::any_of(facts.variables.begin(), facts.variables.end(),
                     [name](const std::string& set) { return set.starts_with(std::string(name) + "="); });
}

std::string opengl_text(const gpu::DeviceInfo& info) {
  return fmt::format("{} {}.{}, {}", info.api, info.major, info.minor, info.renderer);
}

class Examination {
 public:
  explicit Examination(const MachineFacts& facts) : facts_(facts) {}

  Diagnosis conclude() {
    examine_display();
    examine_contexts();
    examine_software();
    examine_drivers();
    examine_cuda();
    examine_fonts();
    for (const std::string& variable : facts_.variables) add("environment", State::found, variable);
    judge();
    return std::move(result_);
  }

 private:
  void add(const char* area, State state, const std::string& what, const std::string& advice = "") {
    result_.findings.push_back({area, state, what, advice});
  }

  void examine_display() {
    result_.window = facts_.window.has_value();
    if (facts_.window) {
      add("display", State::found, fmt::format("{}: a window opens, {}", facts_.display, opengl_text(*facts_.window)));
      if (!facts_.window_note.empty()) {
        add("display", State::missing, facts_.window_note,
            "install the driver of the display's graphics card; see \"driver\" below");
      }
    } else if (facts_.display.empty()) {
      add("display", State::optional, "neither DISPLAY nor WAYLAND_DISPLAY is set",
          "start a desktop session, or connect with ssh -X, for the window; all other commands run without one");
    } else {
      add("display", State::missing, fmt::format("{}: {}", facts_.display, facts_.no_window),
          "check that the variable names a display that runs and that you may use (xhost, XAUTHORITY); all other "
          "commands run without one");
    }
  }

  std::string context_advice() const {
    for (const char* name : {"__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "LIBGL_DRIVERS_PATH",
                             "EGL_PLATFORM", "MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER"}) {
      if (is_set(facts_, name)) return fmt::format("unset {}; otherwise {}", name, mesa_advice);
    }
    return mesa_advice;
  }

  void examine_contexts() {
    if (facts_.egl_vendors.empty()) {
      add("OpenGL", State::missing, "EGL finds no driver (no file in egl_vendor.d)", context_advice());
    } else {
      add("OpenGL", State::found, fmt::format("EGL finds {}", fmt::join(facts_.egl_vendors, ", ")));
    }
    const bool any = !facts_.opengl.devices.empty();
    for (const gpu::ContextTrial& trial : facts_.opengl.trials) {
      const State failed = any ? State::optional : State::missing;
      add("OpenGL", trial.good ? State::found : failed, fmt::format("{}: {}", trial.what, trial.outcome));
    }
    if (facts_.opengl.trials.empty() && !facts_.egl_vendors.empty()) {
      add("OpenGL", State::missing, "EGL offers no device and no surfaceless platform", context_advice());
    }
    if (!any) {
      add("OpenGL", State::missing, "OpenGL does not start without a display: only algorithms that end in @cpu run",
          facts_.egl_vendors.empty() ? "" : context_advice());
      return;
    }
    const gpu::DeviceInfo& first = facts_.opengl.devices.front();
    if (!first.compute) {
      add("OpenGL", State::optional,
          fmt::format("no compute shaders: they need OpenGL 4.3, this is {}.{}", first.major, first.minor),
          "install a newer driver; until then, fragment algorithms run and compute algorithms do not");
    }
    if (facts_.test_sort.empty()) {
      add("OpenGL", State::found, "test sort of 1,000 keys: correct");
    } else {
      add("OpenGL", State::missing, "test sort of 1,000 keys: " + facts_.test_sort,
          "update the driver, or choose another device with TEXELSORT_EGL_DEVICE");
    }
  }

  void examine_software() {
    const auto& devices = facts_.opengl.devices;
    const auto software = std::find_if(devices.begin(), devices.end(), [](const auto& info) { return info.software; });
    if (software != devices.end()) {
      add("software renderer", State::found, fmt::format("{} through {}", software->renderer, software->platform));
    } else {
      add("software renderer", devices.empty() ? State::missing : State::optional, "none",
          devices.empty() ? context_advice() : mesa_advice);
    }
  }

  void examine_drivers() {
    if (facts_.graphics.empty() && facts_.nodes.empty() && facts_.nvidia_module.empty()) {
      add("driver", State::optional, "no graphics hardware is visible",
          "nothing to do if there is none; in a container or virtual machine, pass the device through (docker run "
          "--gpus all, or --device /dev/dri)");
    }
    for (const PciDevice& device : facts_.graphics) examine_hardware(device);
    if (!facts_.nvidia_module.empty()) {
      add("driver", State::found, "NVIDIA's kernel driver " + facts_.nvidia_module);
      examine_nvidia();
    }
    for (const DeviceNode& node : facts_.nodes) {
      if (node.usable) {
        add("driver", State::found, node.path);
      } else {
        add("driver", State::missing, fmt::format("you may not open {}", node.path),
            fmt::format("sudo usermod -aG {} $USER, then log in again", node.group));
      }
    }
  }

  void examine_hardware(const PciDevice& device) {
    const std::string what = fmt::format("{} graphics at {}", vendor_name(device.vendor), device.address);
    if (!device.driver.empty()) {
      const bool nouveau = device.driver == "nouveau";
      add("driver", State::found, fmt::format("{}, driven by {}", what, device.driver),
          nouveau ? fmt::format("CUDA needs NVIDIA's own driver: {}", nvidia_advice) : "");
      return;
    }
    const bool own = device.vendor == nvidia;
    // A container sees the device, but not the driver that the host has bound to it.
    if (own && !facts_.nvidia_module.empty()) return;
    add("driver", own ? State::missing : State::optional, fmt::format("{} does not have a kernel driver", what),
        own                                              ? nvidia_advice
        : device.vendor == amd || device.vendor == intel ? "apt install libgl1-mesa-dri, and firmware-linux of "
                                                           "Debian's non-free-firmware"
                                                         : "nothing to do if it only drives the console of a server");
  }

  void examine_nvidia() {
    const auto is_node = [](const DeviceNode& node) { return node.path.starts_with("/dev/nvidia"); };
    if (std::none_of(facts_.nodes.begin(), facts_.nodes.end(), is_node)) {
      add("driver", State::missing, "the device file /dev/nvidia0 is missing",
          "in a container: docker run --gpus all; otherwise nvidia-modprobe as root");
    }
    const auto is_vendor = [](const std::string& path) { return path.find("nvidia") != std::string::npos; };
    if (std::none_of(facts_.egl_vendors.begin(), facts_.egl_vendors.end(), is_vendor)) {
      add("driver", State::missing, "EGL does not find NVIDIA's driver",
          "apt install libegl-nvidia0 (Debian) or libnvidia-gl-VERSION (Ubuntu); in a container: "
          "NVIDIA_DRIVER_CAPABILITIES=all");
    }
  }

  void examine_cuda() {
    const cuda::DeviceList& cuda = facts_.cuda;
    const bool hardware = !facts_.nvidia_module.empty() || std::any_of(facts_.graphics.begin(), facts_.graphics.end(),
                                                                       [](auto& one) { return one.vendor == nvidia; });
    const State absent = hardware ? State::missing : State::optional;
    if (cuda.runtime_version == 0) {
      add("CUDA", absent, "this texelsort was built without CUDA",
          "install a package that contains the kernels, or build with the CUDA toolkit and -DTEXELSORT_CUDA=ON");
    } else {
      add("CUDA", State::found, "kernels built with CUDA " + cuda::version_text(cuda.runtime_version));
    }
    if (cuda.driver_version != 0) {
      add("CUDA", State::found, "the driver supports CUDA " + cuda::version_text(cuda.driver_version));
    }
    for (const cuda::DeviceInfo& device : cuda.devices) {
      const std::string what = fmt::format("device {}: {}, compute capability {}.{}", device.ordinal, device.name,
                                           device.major, device.minor);
      add("CUDA", device.unfit.empty() ? State::found : State::missing,
          device.unfit.empty() ? what : what + ": " + device.unfit);
    }
    if (!cuda.reason.empty() && cuda.runtime_version != 0) {
      add("CUDA", absent, cuda.reason, hardware ? nvidia_advice : "nothing to do without an NVIDIA device");
    }
  }

  void examine_fonts() {
    if (facts_.fonts.empty()) {
      add("fonts", State::missing, "texelsort contains no fonts",
          "build texelsort again, because this file is damaged");
    } else {
      add("fonts", State::found, fmt::format("{}, built in", fmt::join(facts_.fonts, ", ")));
    }
  }

  void judge() {
    result_.headless = !facts_.opengl.devices.empty() && facts_.test_sort.empty();
    if (result_.headless) {
      const gpu::DeviceInfo& device = facts_.opengl.devices.front();
      result_.verdict =
          fmt::format("sorts run on {}{}; the window {}", device.renderer, device.software ? ", in software" : "",
                      result_.window ? "opens" : "does not open here");
    } else {
      result_.verdict = fmt::format("not ready: without OpenGL only algorithms that end in @cpu run{}",
                                    result_.window ? ", and the window" : "");
      if (!facts_.opengl.devices.empty()) result_.verdict = "not ready: the test sort failed";
    }
  }

  const MachineFacts& facts_;
  Diagnosis result_;
};

}  // namespace

std::string_view name(State state) {
  switch (state) {
    case State::found:
      return "found";
    case State::missing:
      return "missing";
    case State::optional:
      return "optional";
  }
  return "";
}

Diagnosis diagnose(const MachineFacts& facts) {
  return Examination(facts).conclude();
}

std::string fallback_note(const gpu::DeviceInfo& device, const std::vector<gpu::ContextTrial>& trials) {
  if (!device.software) return "";
  for (const gpu::ContextTrial& trial : trials) {
    if (trial.good || trial.what.find("(hardware)") == std::string::npos) continue;
    return fmt::format("{}: {}, so {} runs everything in software; 'texelsort doctor' reports more", trial.what,
                       trial.outcome, device.renderer);
  }
  return "";
}

}  // namespace texelsort::app
