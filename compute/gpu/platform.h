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

/// Functions that differ between desktop OpenGL and WebGL 2, or exist in only one of them. desktop/ and web/ implement
/// all of them; CMake selects one folder. An unsupported function throws InternalError; DeviceInfo lists the
/// capabilities. Context creation is in context.h, the shading language in dialect.h, clocks in clock_probe.h and
/// timer_ring.h.
namespace texelsort::gpu {

/// Called after a context becomes current for the first time. Throws UnavailableError if it is insufficient.
void load_functions();

/// Reads names, versions, limits and capabilities of the current context.
void read_capabilities(DeviceInfo& info);
/// Returns the subgroup size of compute shaders if all operations of shaders/common/subgroups.glsl are supported,
/// otherwise 0.
std::uint32_t promised_subgroup_lanes();

/// Stores the first error of a debug context in `error`, if supported.
void watch_errors(std::string& error);

/// Reason why the context was lost since the last call. Null if it was not, or if the reason is unknown.
std::optional<std::string> context_reset();

/// Waits until the device is idle.
void wait_for_device();

/// Return whether debuggers receive groups of calls; begin and end such a group.
bool shows_groups();
void push_group(std::string_view label);
void pop_group();

// Sample counting of a draw. If queries do not count, see DeviceInfo::counts_samples.
void begin_count(std::uint32_t query);
void end_count();
std::uint64_t read_count(std::uint32_t query);

/// Sets the value of the next depth clear.
void set_clear_depth(float depth);

/// Reads the texels of a depth texture as 32-bit floats.
void read_depth(const Texture& texture, const Rect& rect, std::span<std::byte> texels);

// Draws without attachments, and images: need DeviceInfo::stores_images.
/// Sets the extent of the bound draw framebuffer, which has no attachments.
void set_empty_extent(Extent extent);
/// Binds all layers to image unit 0 for writing.
void bind_image(std::uint32_t array);
/// Makes image stores visible to later samples, copies and stores. Orders later stores after earlier reads.
void show_image_stores();

// Compute shaders and their buffers: need DeviceInfo::compute.
void bind_storage(std::uint32_t block, std::uint32_t id, std::uint64_t offset, std::uint64_t size);
/// Unbinds storage blocks [0, storage) and uniform blocks [0, uniform).
void unbind_blocks(std::uint32_t storage, std::uint32_t uniform);
/// Binds bytes that earlier shaders may have written. Copies them to `copy` if OpenGL's alignments of uniform blocks
/// require it.
void bind_uniform_block(std::uint32_t block, std::uint32_t id, std::uint64_t offset, std::uint64_t size, Handle& copy);
void dispatch_workgroups(std::uint32_t columns, std::uint32_t rows, std::uint32_t layers);
/// Dispatches the number of workgroups that three numbers in a buffer give.
void dispatch_counted(std::uint32_t buffer, std::uint64_t offset);
/// Allocates `size` bytes that the driver does not move.
Handle make_storage(std::uint64_t size, std::string_view label);
/// Lets samplers of a texture unit read a range of a buffer as texels of `words` 32-bit words. Creates the texture on
/// first use. Buffer 0 ends this.
void show_buffer_texture(Handle& texture, std::uint32_t unit, std::uint32_t words, std::uint32_t buffer,
                         std::uint64_t offset, std::uint64_t size);
/// Returns the maximum texels of such a range.
std::uint64_t most_buffer_texels();
void read_storage(std::uint32_t id, std::uint64_t offset, std::span<std::byte> bytes);
/// Allocates host memory that stays mapped for reading at `mapped`, which is null if unsupported.
Handle make_mapped_storage(std::uint64_t size, const std::byte*& mapped);
/// Copies bytes between buffers and polls until this and all earlier work is done.
void copy_and_wait(std::uint32_t from, std::uint64_t offset, std::uint32_t to, std::uint64_t size);
/// Import another interface's allocation and create a buffer in it: need DeviceInfo::imports_memory. Throw
/// UnavailableError if rejected.
Handle import_memory(const ForeignMemory::Exported& exported);
Handle make_imported_storage(std::uint64_t size, const Handle& memory, std::string_view label);

}  // namespace texelsort::gpu
