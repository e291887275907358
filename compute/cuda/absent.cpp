// In a program that was built without CUDA, nothing below is reached but devices(): no device is ever chosen.
#include "compute/cuda/buffer.h"
#include "compute/cuda/device.h"
#include "compute/cuda/error.h"
#include "compute/cuda/event.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/cuda/interop.h"

namespace texelsort::cuda {

const DeviceList& devices() {
  static const DeviceList none{{}, std::string(absence())};
  return none;
}

Memory memory(int) {
  throw_absent();
}
void use(int) {
  throw_absent();
}
std::vector<int> devices_of_current_context() {
  return {};
}
double copy_ms(int, std::uint64_t) {
  throw_absent();
}

void check(int, std::string_view) {
  throw_absent();
}
void check_allocation(int, std::string_view, std::string_view, std::uint64_t) {
  throw_absent();
}
void check_launch(std::string_view) {
  throw_absent();
}

Stream::Stream(int) {
  throw_absent();
}
void Stream::wait() const {
  throw_absent();
}
void Stream::Release::operator()(CUstream_st*) const {}

Event::Event() {
  throw_absent();
}
void Event::record(const Stream&) {
  throw_absent();
}
bool Event::reached() const {
  throw_absent();
}
void Event::wait() const {
  throw_absent();
}
double Event::ms_since(const Event&) const {
  throw_absent();
}
void Event::Release::operator()(CUevent_st*) const {}

Buffer::Buffer(std::uint64_t, std::string_view) {
  throw_absent();
}
void Buffer::write(const Stream&, std::uint64_t, std::span<const std::byte>) {
  throw_absent();
}
void Buffer::read(const Stream&, std::uint64_t, std::span<std::byte>) const {
  throw_absent();
}
void Buffer::Release::operator()(std::byte*) const {}

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

struct SharedBuffers::State {};
SharedBuffers::SharedBuffers(const Choice&, const Stream&) {
  throw_absent();
}
SharedBuffers::~SharedBuffers() = default;
void SharedBuffers::add(const gpu::Buffer&) {
  throw_absent();
}
gpu::Buffer SharedBuffers::make(std::uint64_t, std::string_view) {
  throw_absent();
}
void SharedBuffers::map() {
  throw_absent();
}
void SharedBuffers::unmap() {
  throw_absent();
}
bool SharedBuffers::mapped() const {
  return false;
}
std::byte* SharedBuffers::pointer(const gpu::Buffer&) const {
  throw_absent();
}
void SharedBuffers::release() {}
Sharing SharedBuffers::sharing() const {
  throw_absent();
}
const std::string& SharedBuffers::staging_reason() const {
  throw_absent();
}
const InteropCost& SharedBuffers::cost() const {
  throw_absent();
}
void SharedBuffers::reset_cost() {
  throw_absent();
}

}  // namespace texelsort::cuda
