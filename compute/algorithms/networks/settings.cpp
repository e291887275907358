#include "compute/algorithms/networks/settings.h"

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/networks/fused_arrays.h"

namespace texelsort::algorithms {

const SettingsTable<SingleQuadSettings>& single_quad_settings() {
  using S = SingleQuadSettings;
  static const SettingsTable<S> table({
      width_field(&S::width),
      field(&S::mapping, "mapping", "", Choices{{"row-major", "tiled"}}, S::Mapping::row_major,
            "Where index i lives: row by row (Govindaraju, slide \"1D - 2D Mapping\"), or in square tiles, row by row "
            "within a tile, so that near indices are near in both directions."),
      field(&S::tile, "tile", "texels", PowersOfTwo{2, 64}, std::nullopt,
            "Texels a side of a tile, with mapping=tiled; the texture is rounded up to whole tiles.")
          .only(when(&S::mapping, {S::Mapping::tiled})),
  });
  return table;
}

const SettingsTable<GroupedQuadsSettings>& grouped_quads_settings() {
  using S = GroupedQuadsSettings;
  static const SettingsTable<S> table({
      width_field(&S::width),
      field(&S::narrowest, "narrowest", "texels", IntegerRange{1, 64}, 1,
            "Steps whose quads would be narrower than this are drawn as one quad that interleaves minimum and maximum: "
            "rasterisers shade blocks of 2 x 2 or 4 x 4 texels, and a narrow quad wastes part of each. Tuned: 1 for "
            "small arrays, where every quad can be seen, else 32."),
  });
  return table;
}

const SettingsTable<BlendSettings>& blend_settings() {
  using S = BlendSettings;
  static const SettingsTable<S> table({
      width_field(&S::width,
                  "Texels a row of the 2-D texture whose channels hold the four lists. Tuned: the squarest texture. "
                  "(Govindaraju, slide \"2D Memory Addressing\".)"),
      field(&S::narrowest, "narrowest", "texels", IntegerRange{1, 64}, 1,
            "Steps whose quads would be narrower than this are drawn as two quads over everything whose fragments drop "
            "out where the other blend equation is due. Tuned: 1 for small arrays, where every quad can be seen, else "
            "2."),
  });
  return table;
}

const SettingsTable<FusedSettings>& fused_settings() {
  using S = FusedSettings;
  static const SettingsTable<S> table({
      field(&S::steps, "steps", "steps", IntegerRange{1, 32}, std::nullopt,
            "Most compare-and-swap steps a pass. 32 keys a fragment hold a sort of 5 stages, 15 steps; later passes "
            "have 3 to 5; neighbours are compared in up to 32 steps. Tuned: as many as fit."),
      field(&S::targets, "targets", "texels", PowersOfTwo{2, FusedArrays::most_stores}, std::nullopt,
            "Texels a fragment writes, 4 words each, shared by key words and payload. Of render targets OpenGL 3.3 "
            "promises 8 (GL_MAX_DRAW_BUFFERS)."),
      field(&S::writes, "writes", "", Choices{{"targets", "images"}}, S::Writes::targets,
            "How they are written: to render targets, or by image stores (OpenGL 4.3), which pass by the units that "
            "write render targets. Tuned: by image stores on graphics hardware that has them."),
  });
  return table;
}

const SettingsTable<ComputeSettings>& compute_settings() {
  using S = ComputeSettings;
  static const SettingsTable<S> table({
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations a workgroup of passes without tiles; OpenGL 4.3 promises 1024 "
            "(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."),
      field(&S::tile, "tile", "keys", PowersOfTwo{2, 16384}, std::nullopt,
            "Keys that a workgroup sorts in shared memory; every comparator within an aligned tile needs no pass of "
            "its own. Tuned: as many as shared memory and the workgroup allow; no larger than keys, and tiles are not "
            "used.")
          .only(when_not(&S::steps, {1})),
      field(&S::keys, "keys", "keys", PowersOfTwo{2, 32}, std::nullopt,
            "Keys an invocation holds in registers: 2^k keys run k steps between two accesses to memory.")
          .only(when_not(&S::steps, {1})),
      field(&S::sweep, "sweep", "keys", PowersOfTwo{2, 16384}, std::nullopt,
            "Keys of a tile for steps that halve no blocks, such as those of odd-even merge: a workgroup executes them "
            "one by one in shared memory.")
          .only(when_not(&S::steps, {1})),
      field(&S::steps, "steps", "steps", IntegerRange{1, 512}, 1,
            "The most steps in one pass. 1 shows every step as a pass of its own; tuned: 1 up to 1,024 keys, so that "
            "each can be seen, else as many as fit."),
  });
  return table;
}

}  // namespace texelsort::algorithms
