#include "compute/cuda/interop.h"

#include <algorithm>
#include <chrono>
#include <ranges>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "compute/cuda/buffer.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/data/error.h"
#include "compute/data/large_pages.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::cuda {
namespace {

double milliseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct SharedBuffers::State {
  struct Member {
    const gpu::Buffer* buffer = nullptr;
    std::string label;  ///< name of the buffer in messages about faults and lack of memory
    /// Memory of the buffer if CUDA allocated it and OpenGL imported it. Null if OpenGL allocated it. If it is not
    /// null, only the address of the members below is used.
    const ExportableMemory* imported = nullptr;
    std::vector<gpu::Buffer::Segment> parts;
    /// Objects of CUDA for the OpenGL buffers, one per part; empty if copies pass through the host.
    std::vector<cudaGraphicsResource*> resources;
    std::uint64_t guard_bytes = 0;  ///< bytes at both ends of the buffer that kernels must not access
    Buffer copy;                    ///< CUDA's copy of the buffer; empty if CUDA works on the mapped buffer itself
    std::byte* pointer = nullptr;

    bool is_copied() const { return copy.size() > 0; }
  };

  State(const Choice& choice, const Stream& the_stream)
      : stream(the_stream), sharing(choice.sharing), staging_reason(choice.reason) {}

  const Stream& stream;
  std::vector<Member> members;
  Sharing sharing;  ///< sharing of the buffers that OpenGL allocated: mapped, copied or staged
  bool ready = false, mapped = false;
  std::string staging_reason;
  std::vector<std::byte> scratch;
  InteropCost cost;

  std::vector<cudaGraphicsResource*> resources() const {
    std::vector<cudaGraphicsResource*> all;
    for (const Member& member : members) all.insert(all.end(), member.resources.begin(), member.resources.end());
    return all;
  }

  void unregister_all() {
    for (Member& member : members) {
      for (cudaGraphicsResource* resource : member.resources) stream.driver().release(resource);
      member.resources.clear();
    }
  }

  bool staged() const { return sharing == Sharing::staged; }

  /// Returns the buffers whose memory OpenGL has allocated.
  auto opengls() {
    return members | std::views::filter([](const Member& member) { return member.imported == nullptr; });
  }

  /// Registers all OpenGL buffers with CUDA. If this fails, switches to copies through the host.
  void prepare() {
    for (Member& member : opengls()) {
      if (staged()) break;
      register_parts(member);
    }
    if (staged()) allocate_copies();
    ready = true;
  }

  void register_parts(Member& member) {
    member.parts = member.buffer->parts();
    for (const gpu::Buffer::Segment& part : member.parts) {
      std::string refusal;
      cudaGraphicsResource* resource = stream.driver().register_buffer(part.id, refusal);
      if (resource == nullptr) return stage(std::move(refusal));
      member.resources.push_back(resource);
    }
    if (sharing == Sharing::copied || member.parts.size() > 1) allocate_copy(member);
  }

  /// Makes all buffers use copies through the host from now on. `reason` explains why.
  void stage(std::string reason) {
    unregister_all();
    sharing = Sharing::staged;
    staging_reason = std::move(reason);
    allocate_copies();
  }

  void allocate_copies() {
    for (Member& member : opengls()) {
      if (!member.is_copied()) allocate_copy(member);
    }
  }

  static void allocate_copy(Member& member) {
    const std::uint64_t bytes = member.buffer->size();
    member.copy = Buffer(bytes, member.label);
    member.copy.restrict_to(member.guard_bytes, bytes - 2 * member.guard_bytes);
  }

  /// Maps all OpenGL buffers for CUDA. Returns false, with nothing mapped, if CUDA maps only a part of a buffer. Driver
  /// 580 on an H200 maps less than 2^32 bytes of larger buffers.
  bool map_resources() {
    std::vector<cudaGraphicsResource*> all = resources();
    if (all.empty()) return true;
    stream.driver().map(all, stream.handle());
    for (Member& member : opengls()) {
      if (!map_parts(member)) return false;
    }
    return true;
  }

  bool map_parts(Member& member) {
    for (std::size_t i = 0; i < member.parts.size(); ++i) {
      const gpu::Buffer::Segment& part = member.parts[i];
      const std::span<std::byte> mapped_bytes = stream.driver().mapped(member.resources[i]);
      if (mapped_bytes.size() < part.size) {
        unmap_resources();
        stage(fmt::format("CUDA maps {} bytes of an OpenGL buffer of {}", mapped_bytes.size(), part.size));
        return false;
      }
      if (member.is_copied()) {
        member.pointer = member.copy.data();
        copy_part(member.pointer + part.offset, mapped_bytes.data(), part.size);
      } else {
        member.pointer = mapped_bytes.data();
      }
    }
    return true;
  }

  /// Copies bytes within the memory of the device.
  void copy_part(void* to, const void* from, std::uint64_t bytes) {
    stream.driver().copy(stream.handle(), to, from, bytes, Driver::Way::within);
  }

  void unmap_resources() {
    std::vector<cudaGraphicsResource*> all = resources();
    if (all.empty()) return;
    stream.driver().unmap(all, stream.handle());
  }

  /// Copies results from CUDA's copies back to the mapped OpenGL buffers.
  void return_parts() {
    for (const Member& member : opengls()) {
      for (std::size_t i = 0; member.is_copied() && i < member.parts.size(); ++i) {
        copy_part(stream.driver().mapped(member.resources[i]).data(), member.pointer + member.parts[i].offset,
                  member.parts[i].size);
      }
    }
  }

  void copy_in() {
    for (Member& member : opengls()) {
      data::resize_in_large_pages(scratch, member.buffer->size());
      member.buffer->read(0, scratch);
      member.copy.write(stream, 0, scratch);
      member.pointer = member.copy.data();
      count_copy(scratch.size());
    }
  }

  void copy_out() {
    for (Member& member : opengls()) {
      data::resize_in_large_pages(scratch, member.buffer->size());
      member.copy.read(stream, 0, scratch);
      const_cast<gpu::Buffer*>(member.buffer)->write(0, scratch);
      count_copy(scratch.size());
    }
  }

  void count_copy(std::uint64_t bytes) {
    cost.staged_bytes += bytes;
    gpu::transfers().staged_bytes += bytes;
  }
};

SharedBuffers::SharedBuffers(const Choice& choice, const Stream& stream)
    : state_(std::make_unique<State>(choice, stream)) {}

SharedBuffers::~SharedBuffers() {
  release();
}

void SharedBuffers::add(const gpu::Buffer& buffer, std::string_view label, std::uint64_t guard_bytes) {
  if (state_->ready) throw InternalError("a buffer is shared with CUDA after the others have been mapped");
  const auto* imported = dynamic_cast<const ExportableMemory*>(buffer.foreign());
  state_->members.push_back({.buffer = &buffer,
                             .label = std::string(label),
                             .imported = imported,
                             .parts = {},
                             .resources = {},
                             .guard_bytes = guard_bytes,
                             .copy = {},
                             .pointer = imported == nullptr ? nullptr : imported->data()});
}

gpu::Buffer SharedBuffers::make(std::uint64_t bytes, std::string_view label) {
  if (state_->sharing == Sharing::imported) {
    const auto memory = std::make_shared<ExportableMemory>(state_->stream.ordinal(), bytes, label);
    try {
      return {memory, label};
    } catch (const UnavailableError&) {
      state_->sharing = Sharing::mapped;
    }
  }
  return {bytes, label};
}

void SharedBuffers::map() {
  State& state = *state_;
  if (state.mapped) return;
  use(state.stream.ordinal());  // select the device again, because another run may have selected another one
  state.cost.map_ms += milliseconds([&] {
    if (!state.ready) state.prepare();
    gpu::finish();  // wait explicitly, because neither CUDA nor OpenGL synchronises imported memory
    if (state.staged() || !state.map_resources()) state.copy_in();
    state.mapped = true;
    state.stream.wait();
  });
  ++gpu::transfers().maps;
}

void SharedBuffers::unmap() {
  State& state = *state_;
  if (!state.mapped) return;
  state.stream.wait();  // wait for pending work, so that the measured cost excludes it
  state.cost.unmap_ms += milliseconds([&] {
    state.mapped = false;
    if (state.staged()) {
      state.copy_out();
    } else {
      state.return_parts();
      state.unmap_resources();
    }
    state.stream.wait();
  });
  ++gpu::transfers().unmaps;
}

bool SharedBuffers::mapped() const {
  return state_->mapped;
}

std::byte* SharedBuffers::pointer(const gpu::Buffer& buffer) const {
  const auto found = std::ranges::find(state_->members, &buffer, &State::Member::buffer);
  if (!state_->mapped || found == state_->members.end()) {
    throw InternalError("CUDA asks for the address of a buffer that is not mapped");
  }
  return found->pointer;
}

void SharedBuffers::release() {
  State& state = *state_;
  try {
    if (state.mapped) state.unmap_resources();
    state.stream.wait();
  } catch (const Error&) {
    // Ignore errors, because a destructor calls this function and cannot report them.
  }
  state.unregister_all();
  state.members.clear();
  state.mapped = false;
}

Sharing SharedBuffers::sharing() const {
  Sharing worst = state_->members.empty() ? state_->sharing : Sharing::imported;
  for (const State::Member& member : state_->opengls()) {
    const bool copied = member.is_copied() && !state_->staged();
    worst = std::max({worst, Sharing::mapped, copied ? Sharing::copied : state_->sharing});
  }
  return worst;
}

const std::string& SharedBuffers::staging_reason() const {
  return state_->staging_reason;
}

const InteropCost& SharedBuffers::cost() const {
  return state_->cost;
}

void SharedBuffers::reset_cost() {
  state_->cost = {};
}

}  // namespace texelsort::cuda
