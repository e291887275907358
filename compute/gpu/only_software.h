#pragma once

namespace texelsort::gpu {

/// Whether every device that a context would be made on is known to be a CPU rasteriser; no context is made.
bool has_only_software();

}  // namespace texelsort::gpu
