#include "app/session/session_fields.h"

#include <algorithm>
#include <array>

namespace texelsort::app {

namespace {

constexpr std::array fields{SessionField{"moment.input", FieldKind::file},
                            SessionField{"moment.input_values"},
                            SessionField{"moment.distribution"},
                            SessionField{"moment.count"},
                            SessionField{"moment.type"},
                            SessionField{"moment.seed"},
                            SessionField{"moment.format"},
                            SessionField{"moment.column"},
                            SessionField{"moment.separator"},
                            SessionField{"moment.quotes"},
                            SessionField{"moment.header"},
                            SessionField{"moment.decimal"},
                            SessionField{"moment.thousands"},
                            SessionField{"moment.missing_words"},
                            SessionField{"moment.missing"},
                            SessionField{"moment.order"},
                            SessionField{"moment.compare"},
                            SessionField{"moment.payload"},
                            SessionField{"moment.layout"},
                            SessionField{"moment.sequences"},
                            SessionField{"moment.lengths"},
                            SessionField{"moment.largest"},
                            SessionField{"moment.smallest"},
                            SessionField{"moment.min"},
                            SessionField{"moment.max"},
                            SessionField{"moment.median"},
                            SessionField{"moment.quantile"},
                            SessionField{"moment.interpolation"},
                            SessionField{"moment.algorithm", FieldKind::algorithm},
                            SessionField{"moment.parameter"},
                            SessionField{"moment.paper"},
                            SessionField{"moment.pass"},
                            SessionField{"moment.pin"},
                            SessionField{"moment.follow"},
                            SessionField{"moment.trail"},
                            SessionField{"moment.view"},
                            SessionField{"moment.focus"},
                            SessionField{"moment.diagram"},
                            SessionField{"moment.source"},
                            SessionField{"moment.fold"},
                            SessionField{"moment.value_colours"},
                            SessionField{"moment.own_picture"},
                            SessionField{"moment.kernels"},
                            SessionField{"moment.launch"},
                            SessionField{"moment.block"},
                            SessionField{"moment.warp"},
                            SessionField{"moment.instruction"},
                            SessionField{"moment.compare_with", FieldKind::runner},
                            SessionField{"moment.clock"},
                            SessionField{"moment.results", FieldKind::file},
                            SessionField{"moment.plot"},
                            SessionField{"layout.arrangement"},
                            SessionField{"layout.across"},
                            SessionField{"layout.down"},
                            SessionField{"layout.order"},
                            SessionField{"layout.left_panel"},
                            SessionField{"layout.right_panel"},
                            SessionField{"lesson.name", FieldKind::lesson},
                            SessionField{"lesson.step"},
                            SessionField{"shaders", FieldKind::folder}};

struct Accepted {
  std::string_view by_sessions, by_links;
};

/// In the order of FieldKind.
constexpr std::array<Accepted, 6> accepted{{
    {"any value", "any value"},
    {"a built-in algorithm, comparators, or a network's file", "a built-in algorithm, or comparators"},
    {"the same, with values of its parameters", "the same, with values of its parameters"},
    {"a built-in lesson, or a file", "a built-in lesson"},
    {"a file", ""},
    {"a folder", ""},
}};

}  // namespace

std::span<const SessionField> session_fields() {
  return fields;
}

FieldKind kind_of_field(std::string_view key) {
  const auto field = std::ranges::find(fields, key, &SessionField::key);
  return field == fields.end() ? FieldKind::file : field->kind;
}

std::string_view accepted_by_sessions(FieldKind kind) {
  return accepted.at(static_cast<std::size_t>(kind)).by_sessions;
}

std::string_view accepted_by_links(FieldKind kind) {
  return accepted.at(static_cast<std::size_t>(kind)).by_links;
}

}  // namespace texelsort::app
