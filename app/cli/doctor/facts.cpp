#include "app/cli/doctor/facts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/gui/window/surface.h"
#include "app/problem/embedded_files.h"
#include "app/problem/problem_spec.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/check/verify.h"

namespace texelsort::app {

namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    paths.push_back(at->path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string display() {
  for (const char* name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    if (const std::string value = variable(name); !value.empty()) return fmt::format("{}={}", name, value);
  }
  return "";
}

void inspect_display(MachineFacts& facts) {
  facts.display = display();
  try {
    const Surface surface("texelsort", 640, 400, Surface::Shown::no);
    facts.window = gpu::Device::adopt()->info();
    facts.window_note = surface.note();
  } catch (const NoDisplayError& error) {
    facts.no_window = error.reason();
  } catch (const std::exception& error) {
    facts.no_window = error.what();
  }
}

/// Sorts 1,000 keys by draw calls on the first available OpenGL context. Returns the error, or an empty string if the
/// result is correct.
std::string test_sort() {
  try {
    const auto device = gpu::Device::headless();
    const algorithms::Algorithm& algorithm = algorithms::find_algorithm("bitonic/grouped-quads");
    ProblemSpec spec;
    spec.n = 1000;
    const LoadedProblem loaded = load(spec, {});
    const auto prepared = algorithms::prepare(algorithm, &device->info(), loaded.problem->form(), {});
    const auto run = prepared.start(device.get(), loaded.problem);
    run->finish();
    const auto failure = algorithms::verify_result(*run, *loaded.problem, prepared.keeps_ties());
    return failure ? algorithms::text(*failure) : "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Returns the files that list EGL drivers. Searches like libglvnd: https://gitlab.freedesktop.org/glvnd/libglvnd,
// src/EGL/icd_enumeration.md.
std::vector<std::string> egl_vendors() {
  std::vector<std::string> found;
  const auto add = [&found](const fs::path& path) {
    std::error_code error;
    if (path.extension() == ".json" && fs::is_regular_file(path, error)) found.push_back(path.string());
  };
  const auto each = [](const std::string& list, const auto& visit) {
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(':', at), list.size());
      visit(fs::path(list.substr(at, end - at)));
      at = end + 1;
    }
  };
  if (const std::string names = variable("__EGL_VENDOR_LIBRARY_FILENAMES"); !names.empty()) {
    each(names, add);
    return found;
  }
  std::string folders = variable("__EGL_VENDOR_LIBRARY_DIRS");
  if (folders.empty()) folders = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d";
  each(folders, [&add](const fs::path& folder) {
    for (const fs::path& path : files_in(folder)) add(path);
  });
  return found;
}

DeviceNode node(const fs::path& path) {
  DeviceNode result{path.string(), access(path.c_str(), R_OK | W_OK) == 0, ""};
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    const group* owner = getgrgid(status.st_gid);
    result.group = owner != nullptr ? owner->gr_name : std::to_string(status.st_gid);
  }
  return result;
}

std::vector<DeviceNode> device_nodes() {
  std::vector<DeviceNode> nodes;
  for (const fs::path& path : files_in("/dev/dri")) {
    if (path.filename().string().starts_with("renderD")) nodes.push_back(node(path));
  }
  for (const fs::path& path : files_in("/dev")) {
    const std::string name = path.filename().string();
    if (name.starts_with("nvidia") && name.size() > 6 && name.find_first_not_of("0123456789", 6) == std::string::npos) {
      nodes.push_back(node(path));
    }
  }
  return nodes;
}

/// Returns the version of NVIDIA's kernel module. It is 580.65.06 in "NVRM version: NVIDIA UNIX x86_64 Kernel Module
/// 580.65.06  Sun Jul 27 ...".
std::string nvidia_module() {
  const std::string line = first_line("/proc/driver/nvidia/version");
  const std::size_t at = line.find_first_of("0123456789", line.find("Module"));
  if (line.empty() || at == std::string::npos) return "";
  return line.substr(at, line.find(' ', at) - at);
}

std::vector<std::string> variables() {
  constexpr std::array names{"__EGL_VENDOR_LIBRARY_FILENAMES",
                             "__EGL_VENDOR_LIBRARY_DIRS",
                             "__GLX_VENDOR_LIBRARY_NAME",
                             "LIBGL_DRIVERS_PATH",
                             "LIBGL_ALWAYS_SOFTWARE",
                             "GALLIUM_DRIVER",
                             "MESA_LOADER_DRIVER_OVERRIDE",
                             "MESA_GL_VERSION_OVERRIDE",
                             "VK_DRIVER_FILES",
                             "VK_ICD_FILENAMES",
                             "EGL_PLATFORM",
                             "CUDA_VISIBLE_DEVICES",
                             "TEXELSORT_EGL_DEVICE",
                             "TEXELSORT_SHADER_DIR",
                             "TEXELSORT_CUDA_INTEROP",
                             "LD_LIBRARY_PATH"};
  std::vector<std::string> set;
  for (const char* name : names) {
    if (const std::string value = variable(name); !value.empty()) set.push_back(fmt::format("{}={}", name, value));
  }
  return set;
}

}  // namespace

std::vector<PciDevice> graphics_on_pci(const std::string& folder) {
  constexpr auto display_class = "0x03";  // class 3 of the PCI standard: display controllers
  std::vector<PciDevice> devices;
  for (const fs::path& path : files_in(folder)) {
    if (!first_line(path / "class").starts_with(display_class)) continue;
    PciDevice device{path.filename().string(), 0, ""};
    device.vendor = static_cast<unsigned>(std::strtoul(first_line(path / "vendor").c_str(), nullptr, 16));
    std::error_code error;
    device.driver = fs::read_symlink(path / "driver", error).filename().string();
    devices.push_back(device);
  }
  return devices;
}

MachineFacts inspect_machine() {
  MachineFacts facts;
  facts.variables = variables();
  facts.opengl = gpu::list_devices();
  if (!facts.opengl.devices.empty()) facts.test_sort = test_sort();
  facts.egl_vendors = egl_vendors();
  facts.graphics = graphics_on_pci("/sys/bus/pci/devices");
  facts.nodes = device_nodes();
  facts.nvidia_module = nvidia_module();
  facts.cuda = cuda::devices();
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.family.empty()) facts.fonts.push_back(fmt::format("{} ({} bytes)", file.family, file.bytes.size()));
  }
  inspect_display(facts);  // runs last, because a window with a software renderer changes environment variables
  return facts;
}

}  // namespace texelsort::app
