#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/device.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// A graphics device on the PCI bus.
struct PciDevice {
  std::string address;  ///< "0000:01:00.0"
  unsigned vendor = 0;  ///< PCI vendor ID, 0x10de for NVIDIA
  std::string driver;   ///< bound kernel driver; empty if none
  bool operator==(const PciDevice&) const = default;
};

/// A file in /dev that a driver needs.
struct DeviceNode {
  std::string path;
  bool usable = false;  ///< readable and writable
  std::string group;    ///< owning group
};

/// Facts about this machine's display and devices, without conclusions.
struct MachineFacts {
  std::string display;                    ///< "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0"; empty: neither is set
  std::optional<gpu::DeviceInfo> window;  ///< OpenGL device of a window on that display
  std::string no_window;                  ///< why no window opens
  std::string window_note;                ///< the fallback that the window used; empty if none
  gpu::DeviceListing opengl;              ///< contexts without a display
  std::string test_sort;                  ///< error of a small sort on the first context; empty if correct
  std::vector<std::string> egl_vendors;   ///< files that list drivers for EGL
  std::vector<PciDevice> graphics;
  std::vector<DeviceNode> nodes;  ///< /dev/dri/renderD*, /dev/nvidia0, ...
  std::string nvidia_module;      ///< version of NVIDIA's kernel driver; empty: not loaded
  cuda::DeviceList cuda;
  std::vector<std::string> fonts;      ///< built-in fonts
  std::vector<std::string> variables;  ///< NAME=VALUE of environment variables that affect the choice of drivers
};

/// Inspects the machine. Opens the display briefly, creates every context, queries CUDA and sorts 1,000 keys. Never
/// throws.
MachineFacts inspect_machine();

/// Returns the PCI devices of the display class in a sysfs folder such as /sys/bus/pci/devices.
std::vector<PciDevice> graphics_on_pci(const std::string& folder);

}  // namespace texelsort::app
