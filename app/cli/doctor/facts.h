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
  unsigned vendor = 0;  ///< PCI vendor, 0x10de for NVIDIA
  std::string driver;   ///< kernel driver that has it; empty: none
  bool operator==(const PciDevice&) const = default;
};

/// A file in /dev that a driver needs.
struct DeviceNode {
  std::string path;
  bool usable = false;  ///< may be read and written
  std::string group;    ///< that it belongs to
};

/// What this machine has for windows and for sorting on its devices, as found; no judgement.
struct MachineFacts {
  std::string display;                    ///< "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0"; empty: neither is set
  std::optional<gpu::DeviceInfo> window;  ///< OpenGL of a window there
  std::string no_window;                  ///< why there is none
  std::string window_note;                ///< what it fell back to; empty: nothing
  gpu::DeviceListing opengl;              ///< contexts without a display
  std::string test_sort;                  ///< what a small sort on the first of them did wrong; empty: nothing
  std::vector<std::string> egl_vendors;   ///< files that tell EGL of drivers
  std::vector<PciDevice> graphics;
  std::vector<DeviceNode> nodes;  ///< /dev/dri/renderD*, /dev/nvidia0, ...
  std::string nvidia_module;      ///< version of NVIDIA's kernel driver; empty: not loaded
  cuda::DeviceList cuda;
  std::vector<std::string> fonts;      ///< that the program carries in itself
  std::vector<std::string> variables;  ///< NAME=VALUE of the environment that change which driver is found
};

/// Looks at the machine: opens the display for a moment, makes every context, asks CUDA, sorts 1,000 keys. Never
/// throws.
MachineFacts inspect_machine();

/// The PCI devices of a sysfs folder such as /sys/bus/pci/devices whose class is that of displays.
std::vector<PciDevice> graphics_on_pci(const std::string& folder);

}  // namespace texelsort::app
