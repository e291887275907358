#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/device.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

struct PciDevice {
  std::string address;  ///< address on the PCI bus: "0000:01:00.0"
  unsigned vendor = 0;  ///< PCI vendor ID, 0x10de for NVIDIA
  std::string driver;   ///< name of the bound kernel driver; empty if no driver is bound
  bool operator==(const PciDevice&) const = default;
};

/// A file in /dev that a driver needs.
struct DeviceNode {
  std::string path;
  bool usable = false;  ///< true if this process can read and write the file
  std::string group;    ///< name of the group that owns the file
};

/// Facts about this machine's display and devices, without conclusions.
struct MachineFacts {
  /// Environment variable of the display, "DISPLAY=:0" or "WAYLAND_DISPLAY=wayland-0"; empty if unset.
  std::string display;
  std::optional<gpu::DeviceInfo> window;  ///< OpenGL device of a window on the display; empty if no window opens
  std::string no_window;                  ///< reason why no window opens
  /// Note about a software renderer that the window uses instead of hardware; empty otherwise.
  std::string window_note;
  gpu::DeviceListing opengl;  ///< OpenGL contexts that need no display
  std::string test_sort;      ///< error of a small sort on the first OpenGL context; empty if the result is correct
  std::vector<std::string> egl_vendors;  ///< files that list drivers for EGL
  std::vector<PciDevice> graphics;
  std::vector<DeviceNode> nodes;  ///< device files that drivers need: /dev/dri/renderD*, /dev/nvidia0, ...
  std::string nvidia_module;      ///< version of NVIDIA's kernel module; empty if it is not loaded
  cuda::DeviceList cuda;
  std::vector<std::string> fonts;      ///< names of the built-in fonts
  std::vector<std::string> variables;  ///< environment variables that affect the choice of drivers, as NAME=VALUE
};

/// Inspects the machine. Opens the display briefly, creates every context, queries CUDA and sorts 1,000 keys. Never
/// throws.
MachineFacts inspect_machine();

/// Returns the PCI devices of the display class in a sysfs folder such as /sys/bus/pci/devices.
std::vector<PciDevice> graphics_on_pci(const std::string& folder);

}  // namespace texelsort::app
