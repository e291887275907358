#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/views/diagrams.h"
#include "app/views/digit_drawing.h"
#include "app/views/group_colours.h"
#include "compute/data/order.h"

namespace texelsort::app {

namespace tables = algorithms::tables;

namespace {

/// A digit is counted, its counts are summed up, and the keys are moved: a pass each.
DigitPicture::Phase phase_of(const Player& player) {
  if (player.table(tables::DigitCounts{}) != nullptr) return DigitPicture::Phase::counted;
  const auto* scan = player.table(tables::DigitScan{});
  if (scan == nullptr || std::get<tables::DigitScan>(scan->kind).moved) return DigitPicture::Phase::moved;
  return DigitPicture::Phase::scanned;
}

std::optional<KeyMove> selected_move(const Session& session, const DigitPicture& picture) {
  const KeyGroups* groups = key_groups(session.player());
  if (!session.selected() || groups == nullptr) return std::nullopt;
  const std::uint64_t place = session.selected()->index;
  if (!picture.moves) return KeyMove{place, place, groups->of_key[place]};
  return *std::ranges::find(*picture.moves, place, &KeyMove::to);
}

DigitPicture picture_of(const Session& session) {
  const Player& player = session.player();
  const algorithms::DigitPass& pass = *player.record()->digit();
  DigitPicture picture;
  picture.phase = phase_of(player);
  if (const auto status = player.values(tables::LookBackStatus{}); !status.empty()) {
    picture.status = look_back(pass, status);
    picture.table = digit_table(player.n(), pass, *picture.status);
  } else {
    picture.table =
        digit_table(player.n(), pass, player.values(tables::DigitCounts{}), player.values(tables::DigitScan{}));
  }
  if (const auto* counts = player.table(tables::DigitCounts{})) {
    picture.part = std::get<tables::DigitCounts>(counts->kind).part;
  } else if (const auto* scan = player.table(tables::DigitScan{})) {
    picture.part = std::get<tables::DigitScan>(scan->kind).part;
  }
  if (picture.phase == DigitPicture::Phase::moved && player.before() != nullptr && player.state() != nullptr) {
    picture.moves = key_moves(pass, session.problem().order, *player.before(), *player.state());
  }
  picture.selected = selected_move(session, picture);
  return picture;
}

/// The width of the table in which a pass has counted all digits at once; nothing if the present pass is none such.
std::optional<std::uint64_t> values_at_once(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || record->digit()) return std::nullopt;
  const auto *counts = player.table(tables::AllDigitCounts{}), *sums = player.table(tables::AllDigitScan{});
  if (counts == nullptr && sums == nullptr) return std::nullopt;
  return counts != nullptr ? counts->width : sums->width;
}

DigitPicture picture_at_once(const Session& session, std::uint64_t values) {
  const Player& player = session.player();
  DigitPicture picture;
  picture.part = "digit";
  picture.table = digits_at_once(player.n(), values, player.values(tables::AllDigitCounts{}),
                                 player.values(tables::AllDigitScan{}));
  picture.key_bits = static_cast<std::uint32_t>(8 * data::key_bytes(session.problem().type()));
  if (session.selected()) {
    picture.code = data::codes(player.key(session.selected()->index), session.problem().order).front();
  }
  return picture;
}

std::string why_no_digits(const Session& session) {
  const auto* record = session.player().record();
  if (record == nullptr) return "No digit has been counted yet.";
  return record->digit() || values_at_once(session.player()) ? "" : "This pass moves no keys by a digit.";
}

std::string caption_of(const Session& session, const DigitPicture& picture, bool arrows) {
  const auto& pass = picture.table.pass;
  const std::string bits = pass.bits == 1 ? fmt::format("bit {}", pass.shift)
                                          : fmt::format("bits {} to {}", pass.shift, pass.shift + pass.bits - 1);
  std::string text =
      fmt::format("{} ({}); {} {}{} of {} keys", session.player().record()->header.stage, bits, grouped(pass.columns),
                  picture.part, pass.columns == 1 ? "" : "s", grouped(pass.column_keys));
  if (picture.phase == DigitPicture::Phase::moved && !arrows && !picture.table.offsets.empty()) {
    text += "; too many for arrows: streams, as thick as they have keys";
  }
  return text;
}

void draw_digits_diagram(Ui& ui, Session& session, const Box& box) {
  const auto& header = session.player().record()->header;
  if (const auto values = values_at_once(session.player())) {
    const DigitPicture picture = picture_at_once(session, *values);
    const Box body = view_header(
        ui, box, "Digits",
        fmt::format("{}, {}: all {} digits before any key is moved", header.stage, header.label, picture.table.rows));
    if (body.height() >= ui.px(60)) draw_digit_tables(ui, session, picture, body);
    return;
  }
  const DigitPicture picture = picture_of(session);
  const Box body = view_header(ui, box, "Digits", caption_of(session, picture, has_arrows(ui, picture, box)));
  if (body.height() < ui.px(60)) return;
  const float tables = digit_tables_height(ui, picture, body.height());
  draw_digit_tables(ui, session, picture, {body.low, {body.high.x, body.low.y + tables}});
  draw_scatter(ui, session, picture, {{body.low.x, body.low.y + tables + ui.px(14)}, body.high});
}

}  // namespace

/// A radix sort's counts, their scan and where keys go.
Diagram digits_diagram() {
  return {.name = "digits",
          .subject = "radix sorts",
          .title = "Digits",
          .absent = " moves no keys by their digits.",
          .tables = {tables::DigitCounts{}, tables::DigitScan{}, tables::LookBackStatus{}, tables::AllDigitCounts{},
                     tables::AllDigitScan{}},
          .reason = why_no_digits,
          .draw = draw_digits_diagram,
          .groups = digit_groups};
}

}  // namespace texelsort::app
