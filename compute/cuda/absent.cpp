// Implements the functions of runtime/ for a program that was built without CUDA.
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/error.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/cuda/topology.h"

namespace texelsort::cuda {

const DeviceList& devices() {
  static const DeviceList none{{}, std::string(absence())};
  return none;
}

std::vector<int> devices_of_current_context() {
  return {};
}

Driver& cuda_driver() {
  throw_absent();
}

std::vector<Link> links() {
  return {};
}

std::string name_among_machines(int) {
  return {};
}

std::unique_ptr<Communicator> nccl_communicator(Streams, unsigned, const Group*) {
  throw_absent();
}
std::uint64_t nccl_bytes(const std::vector<int>&, std::size_t) {
  return 0;
}
const std::string& nccl_absence() {
  static const std::string reason(absence());
  return reason;
}
std::string nccl_version() {
  return {};
}

void check(int, std::string_view) {
  throw_absent();
}
void check_allocation(int, std::string_view, std::string_view, std::uint64_t) {
  throw_absent();
}

// Always throws, because there is no device. no_exportable_memory() returns the reason.
ExportableMemory::ExportableMemory(int ordinal, std::uint64_t bytes, std::string_view, std::uint64_t)
    : ordinal_(ordinal), size_(bytes) {
  throw_absent();
}
ExportableMemory::~ExportableMemory() = default;
ExportableMemory::Exported ExportableMemory::export_part(std::uint64_t) const {
  throw_absent();
}
void ExportableMemory::write(std::uint64_t, std::span<const std::byte>) const {
  throw_absent();
}
void ExportableMemory::read(std::uint64_t, std::span<std::byte>) const {
  throw_absent();
}
std::string no_exportable_memory(int) {
  return std::string(absence());
}

}  // namespace texelsort::cuda
