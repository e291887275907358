#pragma once

#include <optional>
#include <string>
#include <vector>

/// Connections between the NVIDIA devices of this machine.
namespace texelsort::cuda {

struct Link {
  int from = 0, to = 0;  ///< CUDA ordinals of the two devices
  bool reaches = false;  ///< true if each device can access the memory of the other directly
  /// Number of active NVLinks of device `from`; 0 if NVLink connects the two devices neither directly nor through
  /// switches.
  unsigned nvlinks = 0;
  std::string way;  ///< kind of connection: "NVLink" or the common ancestor in PCIe; empty if unknown
  /// Bandwidth in one direction of all NVLinks between the devices, in bytes per second, as the driver reports it; 0 if
  /// unknown.
  double bytes_per_second = 0;

  std::string joined_by() const;  ///< Returns the kind and number of links, such as "NVLink, 18 links".
};

/// Formats a connection, such as "NVLink, 18 links, reads and writes the other's memory".
std::string text(const Link& link);

/// Returns the connections of all pairs of devices, one per pair. Properties that the driver or its management library
/// (libnvidia-ml) does not report are empty.
std::vector<Link> links();
/// Returns a name of a device that is unique among all machines. For the CPU, which all processes of a machine share,
/// returns an empty string.
std::string name_among_machines(int ordinal);
/// Returns the connection of two devices, or null for equal ordinals. The first call finds all connections.
std::optional<Link> link_between(int one, int other);

}  // namespace texelsort::cuda
