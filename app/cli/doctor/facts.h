#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/cuda/device.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// A graphics device on the PCI bus.
struct PciDevice {
  std::string address;  ///< address on the bus: "0000:01:00.0"
  unsigned vendor = 0;  ///< PCI vendor ID, 0x10de for NVIDIA
  std::string driver;   ///< name of the bound kernel driver; empty if there is none
  bool operator==(const PciDevice&) const = default;
};

/// A file in /dev that a driver needs.
struct DeviceNode {
  std::string path;
  bool usable = false;  ///< true if readable and writable
  std::string group;    ///< name of the owning group
};

/// Facts about this machine's display and devices, without conclusions.
struct MachineFacts {
  std::string display;                    ///< its variable, "DISPLAY=:0" or "WAYLAND_DISPLAY=wayland-0"; empty if unset
  std::optional<gpu::DeviceInfo> window;  ///< OpenGL device of a window on that display
  std::string no_window;                  ///< reason why no window opens
  std::string window_note;                ///< fallback that the window used; empty if it used none
  gpu::DeviceListing opengl;              ///< OpenGL contexts that need no display
  std::string test_sort;                  ///< error of a small sort on the first context; empty if the sort is correct
  std::vector<std::string> egl_vendors;   ///< files that list drivers for EGL
  std::vector<PciDevice> graphics;
  std::vector<DeviceNode> nodes;  ///< device files: dev/dri/renderD*, /dev/nvidia0, ...
  std::string nvidia_module;      ///< version of NVIDIA's kernel driver; empty if it is not loaded
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
