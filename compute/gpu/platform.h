#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/gpu/buffer.h"
#include "compute/gpu/device.h"
#include "compute/gpu/objects.h"

/// What desktop OpenGL and WebGL 2 do in different ways, or what one of them does alone: desktop/ and web/ implement
/// all of it, and CMake takes one of these folders. A call of what the platform lacks throws InternalError; DeviceInfo
/// says what it has. All else of this layer is OpenGL that both have. Making contexts: context.h; the language of
/// shaders: dialect.h; clocks: clock_probe.h and timer_ring.h.
namespace texelsort::gpu {

/// After a context has been made current for the first time. Throws UnavailableError if it is not good enough.
void load_functions();

/// Names, versions, limits and abilities of the current context.
void read_capabilities(DeviceInfo& info);
/// Invocations of a subgroup of compute shaders, if all operations of shaders/common/subgroups.glsl are there, else 0.
std::uint32_t promised_subgroup_lanes();

/// Has the first error that a debug context reports put into `error`, where it does.
void watch_errors(std::string& error);

/// Why the context was lost since the last call, if it was and says so.
std::optional<std::string> context_reset();

/// Waits until everything is done.
void wait_for_device();

/// Whether groups of calls are shown to a debugger, and such a group.
bool shows_groups();
void push_group(std::string_view label);
void pop_group();

// Counting the samples of a draw. Where queries do not count, see DeviceInfo::counts_samples.
void begin_count(std::uint32_t query);
void end_count();
std::uint64_t read_count(std::uint32_t query);

/// The value to which the next glClear sets depths.
void set_clear_depth(float depth);

/// The texels of a depth texture, 32-bit floats.
void read_depth(const Texture& texture, const Rect& rect, std::span<std::byte> texels);

// Draws without attachments, and images: DeviceInfo::stores_images.
/// Sets the extent of the framebuffer that is bound for drawing and has no attachments.
void set_empty_extent(Extent extent);
/// All layers as image unit 0, for writing.
void bind_image(std::uint32_t array);
/// What was stored is for whoever samples, replaces or stores next; stores that follow also wait for reads before.
void show_image_stores();

// Compute shaders and their buffers: DeviceInfo::compute.
void bind_storage(std::uint32_t block, std::uint32_t id, std::uint64_t offset, std::uint64_t size);
void dispatch_workgroups(std::uint32_t columns, std::uint32_t rows);
/// As many as three numbers in a buffer say.
void dispatch_counted(std::uint32_t buffer, std::uint64_t offset);
/// Room for `size` bytes that stays where it is.
Handle make_storage(std::uint64_t size, std::string_view label);
void read_storage(std::uint32_t id, std::uint64_t offset, std::span<std::byte> bytes);
/// Room in the host's memory, which stays mapped for reading at `mapped`; that is null where there is no such thing.
Handle make_mapped_storage(std::uint64_t size, const std::byte*& mapped);
/// Copies bytes between buffers and asks until that and all before it is done.
void copy_and_wait(std::uint32_t from, std::uint64_t offset, std::uint32_t to, std::uint64_t size);
/// Another interface's allocation, and a buffer in it: DeviceInfo::imports_memory. Throw UnavailableError if refused.
Handle import_memory(const ForeignMemory::Exported& exported);
Handle make_imported_storage(std::uint64_t size, const Handle& memory, std::string_view label);

}  // namespace texelsort::gpu
