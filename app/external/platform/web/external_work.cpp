#include "app/external/external_work.h"

#include "app/external/report_file.h"
#include "compute/data/error.h"

/// Replacements for external sorts, which only the desktop edition has. A web page has no files larger than memory.
namespace texelsort::app {

namespace {

constexpr auto none_here = "external sorting needs the desktop program, because a web page cannot read such files";

}  // namespace

struct ExternalWork::Shared {};

ExternalWork::ExternalWork(gpu::Device* window, cuda::ExecutionOptions execution)
    : window_(window), execution_(std::move(execution)) {}
ExternalWork::~ExternalWork() = default;
void ExternalWork::cancel() {}
void ExternalWork::update() {}

bool ExternalWork::start() {
  say(none_here, true);
  return false;
}

bool ExternalWork::open(const std::string&) {
  return start();
}

bool is_external_report(const std::string&) {
  return false;
}

external::SortReport read_external_report(const std::string&) {
  throw UnavailableError(none_here);
}

std::string_view name(ExternalPicture) {
  return "pipeline";
}

std::optional<ExternalPicture> find_external_picture(std::string_view) {
  return std::nullopt;
}

}  // namespace texelsort::app
