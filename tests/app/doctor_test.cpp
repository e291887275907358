#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/doctor/diagnosis.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Returns the facts of a machine without faults.
MachineFacts sound_machine() {
  MachineFacts facts;
  facts.display = "DISPLAY=:0";
  gpu::DeviceInfo device;
  device.renderer = "NVIDIA H200/PCIe";
  device.platform = "EGL device 0 (hardware)";
  device.major = 4;
  device.minor = 6;
  device.compute = true;
  facts.window = device;
  facts.opengl.devices.push_back(device);
  facts.opengl.trials.push_back({"EGL device 0 (hardware)", true, "OpenGL 4.6, NVIDIA H200/PCIe"});
  facts.egl_vendors = {"/usr/share/glvnd/egl_vendor.d/10_nvidia.json"};
  facts.graphics = {{"0000:01:00.0", 0x10de, "nvidia"}};
  facts.nodes = {{"/dev/nvidia0", true, "root"}};
  facts.nvidia_module = "580.65.06";
  facts.cuda.runtime_version = facts.cuda.driver_version = 13000;
  cuda::DeviceInfo cuda_device;
  cuda_device.name = "NVIDIA H200";
  facts.cuda.devices.push_back(cuda_device);
  facts.fonts = {"Inter (258992 bytes)"};
  return facts;
}

/// Returns the first finding of an area whose state is not `found`. Null if there is none.
const Finding* trouble(const Diagnosis& diagnosis, const std::string& area) {
  const auto found = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(), [&area](const Finding& one) {
    return one.area == area && one.state != State::found;
  });
  return found == diagnosis.findings.end() ? nullptr : &*found;
}

void expect_trouble(const MachineFacts& facts, const std::string& area, State state, const std::string& what,
                    const std::string& advice) {
  const Diagnosis diagnosis = diagnose(facts);
  const Finding* finding = trouble(diagnosis, area);
  ASSERT_NE(finding, nullptr) << area << ": " << what;
  EXPECT_EQ(finding->state, state) << finding->what;
  EXPECT_TRUE(contains(finding->what, what)) << finding->what;
  EXPECT_TRUE(contains(finding->advice, advice)) << finding->advice;
}

TEST(Doctor, FindsEveryComponentOnAMachineWithoutFaults) {
  const Diagnosis diagnosis = diagnose(sound_machine());
  EXPECT_TRUE(diagnosis.headless);
  EXPECT_TRUE(diagnosis.window);
  for (const Finding& finding : diagnosis.findings) {
    EXPECT_EQ(finding.state, finding.area == "software renderer" ? State::optional : State::found) << finding.what;
  }
  EXPECT_EQ(diagnosis.verdict, "sorts run on NVIDIA H200/PCIe; the window opens");
}

TEST(Doctor, TreatsAMissingDisplayAsOptionalButABrokenDisplayAsAFault) {
  MachineFacts facts = sound_machine();
  facts.window.reset();
  facts.no_window = "the display cannot be opened (X11: Failed to open display :0)";
  expect_trouble(facts, "display", State::missing, "Failed to open display", "XAUTHORITY");
  facts.display = "";
  expect_trouble(facts, "display", State::optional, "DISPLAY", "ssh -X");
  EXPECT_TRUE(diagnose(facts).headless);
}

TEST(Doctor, ReportsThatTheWindowIsDrawnInSoftware) {
  MachineFacts facts = sound_machine();
  facts.window_note = "the display's driver does not provide OpenGL 3.3 (GLX: none): the window is drawn in software";
  expect_trouble(facts, "display", State::missing, "drawn in software", "driver");
  EXPECT_TRUE(diagnose(facts).window);
}

TEST(Doctor, SuggestsPackagesWhenThereIsNoOpenGl) {
  MachineFacts facts = sound_machine();
  facts.opengl = {};
  facts.egl_vendors.clear();
  expect_trouble(facts, "OpenGL", State::missing, "egl_vendor.d", "libegl-mesa0");
  expect_trouble(facts, "software renderer", State::missing, "none", "libgl1-mesa-dri");
  EXPECT_FALSE(diagnose(facts).headless);
  facts.variables = {"__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null"};
  expect_trouble(facts, "OpenGL", State::missing, "egl_vendor.d", "unset __EGL_VENDOR_LIBRARY_FILENAMES");
}

TEST(Doctor, ReportsThatSortsCannotRunWhenItsTestSortIsWrong) {
  MachineFacts facts = sound_machine();
  facts.test_sort = "pass 3: index 5 holds 7";
  expect_trouble(facts, "OpenGL", State::missing, "index 5", "TEXELSORT_EGL_DEVICE");
  EXPECT_FALSE(diagnose(facts).headless);
}

TEST(Doctor, TreatsAFailedOpenGlContextAsOptionalWhenAnotherWorks) {
  MachineFacts facts = sound_machine();
  facts.opengl.trials.push_back({"EGL surfaceless", false, "eglInitialize failed with EGL error 0x3001"});
  expect_trouble(facts, "OpenGL", State::optional, "EGL surfaceless: eglInitialize failed", "");
}

TEST(Doctor, ReportsThatInstalledGraphicsHardwareHasNoDriver) {
  MachineFacts facts = sound_machine();
  facts.nvidia_module = "";
  facts.graphics.front().driver = "";
  facts.nodes.clear();
  facts.cuda.devices.clear();
  facts.cuda.driver_version = 0;
  facts.cuda.reason = "no NVIDIA driver";
  expect_trouble(facts, "driver", State::missing, "NVIDIA graphics at 0000:01:00.0", "nvidia-driver");
  expect_trouble(facts, "CUDA", State::missing, "no NVIDIA driver", "nvidia-driver");
  facts.graphics.clear();
  expect_trouble(facts, "driver", State::optional, "no graphics hardware", "--gpus all");
  expect_trouble(facts, "CUDA", State::optional, "no NVIDIA driver", "nothing to do without");
}

TEST(Doctor, NamesTheUserGroupThatMayOpenADeviceNode) {
  MachineFacts facts = sound_machine();
  facts.nodes.push_back({"/dev/dri/renderD128", false, "render"});
  expect_trouble(facts, "driver", State::missing, "/dev/dri/renderD128", "usermod -aG render");
}

TEST(Doctor, ReportsThatAContainerLacksTheGraphicsDriver) {
  MachineFacts facts = sound_machine();
  facts.egl_vendors = {"/usr/share/glvnd/egl_vendor.d/50_mesa.json"};
  expect_trouble(facts, "driver", State::missing, "EGL does not find NVIDIA's driver", "NVIDIA_DRIVER_CAPABILITIES");
}

TEST(Doctor, ReportsThatTheProgramWasBuiltWithoutCuda) {
  MachineFacts facts = sound_machine();
  facts.cuda = {};
  expect_trouble(facts, "CUDA", State::missing, "built without CUDA", "TEXELSORT_CUDA=ON");
}

TEST(Doctor, FindsGraphicsCardsOnThePciBus) {
  const TemporaryFolder folder;
  const auto add = [&folder](const std::string& address, const std::string& device_class, const std::string& vendor) {
    std::filesystem::create_directory(folder / address);
    write_file(folder / (address + "/class"), device_class + "\n");
    write_file(folder / (address + "/vendor"), vendor + "\n");
  };
  add("0000:00:01.0", "0x060000", "0x8086");
  add("0000:00:02.0", "0x030000", "0x8086");
  add("0000:01:00.0", "0x030200", "0x10de");
  std::filesystem::create_directory_symlink("/sys/bus/pci/drivers/i915", folder / "0000:00:02.0/driver");
  const std::vector<PciDevice> expected{{"0000:00:02.0", 0x8086, "i915"}, {"0000:01:00.0", 0x10de, ""}};
  EXPECT_EQ(graphics_on_pci(folder / "."), expected);
  EXPECT_TRUE(graphics_on_pci(folder / "absent").empty());
}

TEST(Doctor, ExplainsWhySoftwareReplacesAFailedHardwareDevice) {
  gpu::DeviceInfo software;
  software.renderer = "llvmpipe";
  software.software = true;
  const gpu::ContextTrial failed{"EGL device 0 (hardware)", false, "eglInitialize failed with EGL error 0x3001"};
  const gpu::ContextTrial good{"EGL surfaceless", true, "OpenGL 4.5, llvmpipe"};
  const std::string note = fallback_note(software, {failed, good});
  for (const char* part : {"EGL device 0 (hardware)", "0x3001", "llvmpipe", "doctor"}) {
    EXPECT_TRUE(contains(note, part)) << note;
  }
  EXPECT_EQ(fallback_note(software, {good}), "");
  gpu::DeviceInfo hardware = software;
  hardware.software = false;
  EXPECT_EQ(fallback_note(hardware, {failed, good}), "");
}

TEST(CliDoctor, SucceedsWithOpenGlWhenDisplayAndFontsAreMissing) {
  TEXELSORT_NEED_GL();
  auto environment = without_display;
  environment.insert(environment.end(), {"FONTCONFIG_FILE=/dev/null", "COLUMNS=200"});
  const Outcome outcome = run_program({"doctor"}, "", environment);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"display", "OpenGL", "software renderer", "driver", "CUDA", "fonts", "DejaVu Sans Mono",
                           "test sort of 1,000 keys: correct", "sorts run on"}) {
    EXPECT_TRUE(contains(outcome.out, part)) << part << " is not in:\n" << outcome.out;
  }
}

TEST(CliDoctor, ExitsWithThreeAndSuggestsARemedyWhenEglIsMissing) {
  auto environment = without_display;
  environment.push_back("__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null");
  const Outcome outcome = run_program({"doctor", "--json"}, "", environment);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_FALSE(json["headless"]);
  EXPECT_FALSE(json["window"]);
  const auto& findings = json["findings"];
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const nlohmann::json& finding) {
    return finding["area"] == "OpenGL" && finding["state"] == "missing" &&
           contains(finding["advice"].get<std::string>(), "unset __EGL_VENDOR_LIBRARY_FILENAMES") &&
           contains(finding["advice"].get<std::string>(), "libgl1-mesa-dri");
  })) << outcome.out;
}

TEST(CliDoctor, NamesADisplayThatCannotBeOpened) {
  const Outcome outcome = run_program({"doctor", "--json"}, "", {"DISPLAY=:987", "WAYLAND_DISPLAY="});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_FALSE(json["window"]);
  EXPECT_EQ(json["findings"][0]["area"], "display");
  EXPECT_EQ(json["findings"][0]["state"], "missing");
  EXPECT_TRUE(contains(json["findings"][0]["what"].get<std::string>(), ":987"));
}

}  // namespace
}  // namespace texelsort::app
