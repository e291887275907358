#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

/// Text of the window. Everything that people read is drawn by these, which note it in the TextLog: whatever is
/// shortened tells its whole to who points at it.
namespace texelsort::app {

float text_width(ImFont* font, std::string_view text);
float line_height(ImFont* font);
/// The height of a text that is wrapped to that width.
float wrapped_height(ImFont* font, std::string_view text, float width);

/// `text` if it fits in `width` pixels, else its start and an ellipsis.
std::string elided(ImFont* font, std::string_view text, float width);

/// Shorter and shorter forms of a stage's name that still tell it from its neighbours: "digit 1 of 16", "digit 1/16",
/// "1/16", "1".
std::vector<std::string> shorter_names(const std::string& name);

/// The longest of them that fits, or nothing.
std::string fitting_name(ImFont* font, const std::string& name, float width);

/// The same, else the start of the name if a few letters fit, else nothing.
std::string short_name(ImFont* font, const std::string& name, float width);

/// Never past the right end of the window that it is drawn into: it is elided there.
void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// That ends there, elided to `width` if one is given.
void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text, float width = 0);
void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text, float width = 0);

/// Wrapped to `width`.
void draw_text_wrapped(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// The text, or its first clause ("exclusive scan: ..."), or its start.
void draw_text_or_clause(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// short_name(), centred or from the left.
void draw_name_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& name, float width);
void draw_name(ImFont* font, ImVec2 at, ImU32 color, const std::string& name, float width);

/// The characters of a number that fit in `width` pixels, as short_number() has them.
std::string fitting_number(ImFont* font, const std::string& text, float width);
/// The same, centred; what is shortened tells the whole.
void draw_number_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& text, float width);

/// `shown`, which stands for `whole`, from the left or centred: for whoever shortens it himself.
void draw_shortened(ImFont* font, ImVec2 at, ImU32 color, std::string_view whole, std::string_view shown);
void draw_shortened_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view whole, std::string_view shown);

/// Text as an item of the layout, wrapped to the room there is, or to `width`.
void text_item(ImFont* font, ImU32 color, std::string_view text, float width = 0);

}  // namespace texelsort::app
