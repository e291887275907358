#pragma once

#include <glm/vec2.hpp>

#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "compute/gpu/executor.h"

/// Functions that draw keys on the way from their old to their present places.
namespace texelsort::app {

/// Returns the moving keys of a view, or null if no key moves now, or if the view shows other elements.
const Motion* shown_motion(const Session& session, const algorithms::View& view);

/// Gives a display shader access to the moves. Uploads them once per motion.
void bind_moves(Ui& ui, const Session& session, const Motion& motion, gpu::DrawCall& call);

/// Positions in a render target, in pixels: the places of keys are rectangles in rows.
struct TravelPlaces {
  glm::vec2 corner{0, 0}, size{1, 1};
  std::uint32_t row = 1;  ///< number of places per row
  float bow = 0;          ///< greatest distance of a key from the straight line between its places
};

/// Returns a point on the way of a key from `old` to `present`, as shaders/display/travel.vert does.
ImVec2 on_the_way(const Motion& motion, ImVec2 old, ImVec2 present, float bow);

/// Draws the moving keys on top of a picture. `resting` is the call that drew all other keys, and `fragment` its
/// fragment shader.
void draw_travelling(Ui& ui, const Motion& motion, const TravelPlaces& places, gpu::DrawCall resting,
                     gpu::Defines defines, const char* fragment);

}  // namespace texelsort::app
