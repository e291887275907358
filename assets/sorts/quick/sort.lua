-- Quicksort that decides its passes as it runs.
--
-- A part is a range of the array with more than `small` keys that still has to be split. In each round, all parts are
-- split at the same time:
--
--   count    Workgroups count the keys of their shares that are smaller than the pivot, and those that are equal.
--   scatter  They write smaller, equal and larger keys one after the other to the second array.
--   list     One workgroup lists the new parts, and the ranges that are small enough to be sorted at once.
--   copy     Workgroups copy the split parts back.
--
-- Then the script reads how many parts there are, and goes on with the next round or ends. The equal keys are at their
-- places and in no part, so each round makes progress, also if all keys are equal.
--
--   finish   One workgroup per small range sorts it in shared memory.

local key_kinds = { u32 = 0, i32 = 1, f32 = 2 }
local least_share = 2048  -- keys per workgroup for which it is worth its start

-- Tests the lists of the next round, for a claim. A list has two words per range, and its first word has index 1.
-- Returns a message if a range is missing.
local function wrong_list(parts, small, old_ranges, bounds, next_parts, small_ranges)
  local part_count, range_count = 0, old_ranges
  for i, part in ipairs(parts) do
    local sides = { { part.low, bounds[2 * i - 1] }, { bounds[2 * i], part.high } }
    for _, side in ipairs(sides) do
      local size, list, place = side[2] - side[1], nil, 0
      if size > small then
        list, place = next_parts, part_count
        part_count = part_count + 1
      elseif size > 1 then
        list, place = small_ranges, range_count
        range_count = range_count + 1
      end
      if list and (list[2 * place + 1] ~= side[1] or list[2 * place + 2] ~= side[2]) then
        return "range " .. side[1] .. " to " .. side[2] .. " is not in its list"
      end
    end
  end
end

return sort {
  id = "@ID@",
  title = "Quicksort (@ID@)",
  source = "C. A. R. Hoare, Quicksort, The Computer Journal 5(1), 1962; D. Cederman, P. Tsigas, A Practical Quicksort "
    .. "Algorithm for Graphics Processors, ESA 2008",
  summary = "Splits parts of the array at pivots, round by round, until all parts are small. Then one workgroup per "
    .. "part sorts it in shared memory. The sort reads the number of parts after each round to decide what follows.",
  keys = { "u32", "i32", "f32" },
  orders = { "asc", "desc" },
  parameters = {
    small = { low = 64, high = 4096, step = "powers of two", default = 2048, unit = "keys",
              help = "Largest range that one workgroup sorts in shared memory." },
    group = { low = 64, high = 512, step = "powers of two", default = 256, unit = "invocations",
              help = "Invocations per workgroup." },
    shares = { low = 64, high = 4096, step = "powers of two", default = 1024, unit = "workgroups",
               help = "Workgroups of a round, which are divided among the parts." },
  },

  tuned = function(n, problem, device)
    -- Few keys are split several times, so that you can see the rounds.
    if n <= 4096 then return { small = 64, group = 64 } end
    -- Barriers of large workgroups are slow on software rendering.
    return { group = device.software and 64 or 256 }
  end,

  refuse = function(n, p, device)
    if device and p.group > device.max_workgroup_size then
      return "group = " .. p.group .. " exceeds this device's limit of " .. device.max_workgroup_size .. " invocations"
    end
    if n // (p.small + 1) > 65535 then
      return "small = " .. p.small .. " allows more than 65,535 parts of " .. n .. " keys: choose a larger value"
    end
  end,

  buffers = function(n, p)
    local parts = n // p.small + 1  -- parts do not overlap, and have more than `small` keys
    return {
      -- Lists of ranges: the first index and the index after the last.
      parts_even = { words = 2 * parts, show = "numbers" },
      parts_odd = { words = 2 * parts, show = "numbers" },
      small_ranges = { words = max(n, 2), show = "numbers" },  -- each has two keys or more
      lengths = { words = 2 },  -- number of parts and of small ranges
      share_counts = { words = 2 * (parts + p.shares), show = "numbers" },  -- smaller and equal keys of each share
      bounds = { words = 2 * parts, show = "numbers" },  -- where the equal keys of each part start and end
    }
  end,

  passes = function(n, p, problem)
    local defines = {
      WORKGROUP = p.group,
      SMALL = p.small,
      KEY = key_kinds[problem.keys],
      DESCENDING = problem.order == "desc" and 1 or 0,
    }
    -- The parts are known to the shaders by their list, and to the script for its claims. In the first round, the only
    -- part is the whole array, and there is no list.
    local parts = n > p.small and { { low = 0, high = n } } or {}
    local lists = { "parts_even", "parts_odd" }
    local whole = n
    local small_ranges = n > p.small and 0 or 1
    local round = 0

    while #parts > 0 do
      round = round + 1
      local shares = max(min(p.shares, ceil(n / least_share)) // #parts, 1)  -- workgroups per part
      local stage = "round " .. round
      local list, next_list = lists[round % 2 + 1], lists[(round + 1) % 2 + 1]
      local uniforms = { whole = whole, shares = shares }
      local groups = { shares, #parts, 1 }
      pass {
        stage = stage, label = "count", shader = "count.comp", defines = defines, uniforms = uniforms, groups = groups,
        blocks = { Keys = "keys", Parts = list, ShareCounts = "share_counts" },
        claim = unchanged {},
      }
      pass {
        stage = stage, label = "scatter", shader = "scatter.comp", defines = defines, uniforms = uniforms,
        groups = groups,
        blocks = { Keys = "keys", Parts = list, ShareCounts = "share_counts", KeysOut = "keys_out",
                   Bounds = "bounds" },
        claim = unchanged {},
      }
      -- Later rounds change these variables, so the test of the claim needs copies.
      local old_parts, old_ranges = parts, small_ranges
      pass {
        stage = stage, label = "list", shader = "list.comp", defines = defines,
        uniforms = { whole = whole, part_count = #parts, old_ranges = small_ranges }, groups = 1,
        blocks = { Parts = list, Bounds = "bounds", NextParts = next_list, SmallRanges = "small_ranges",
                   Lengths = "lengths" },
        claim = {
          unchanged {},
          satisfies {
            text = "the lists have the keys of each part below and above its pivot",
            test = function(before, after, buffers)
              return wrong_list(old_parts, p.small, old_ranges, buffers.bounds, buffers[next_list],
                                buffers.small_ranges)
            end,
          },
        },
      }
      -- No key of a part before `at` is larger than a key from `at` on. The scatter pass has written two such places of
      -- each part to `bounds`: below the keys that are equal to the pivot, and above them.
      local below, above = {}, {}
      for i, part in ipairs(parts) do
        below[i] = { low = part.low, high = part.high, at = { buffer = "bounds", word = 2 * i - 2 } }
        above[i] = { low = part.low, high = part.high, at = { buffer = "bounds", word = 2 * i - 1 } }
      end
      pass {
        stage = stage, label = "copy", shader = "copy.comp", defines = defines, uniforms = uniforms, groups = groups,
        blocks = { Keys = "keys", Parts = list, KeysOut = "keys_out" },
        claim = { split { parts = below }, split { parts = above } },
      }

      -- The sort waits here until the device has executed all passes so far.
      local lengths = read("lengths", 0, 2)
      small_ranges = lengths[2]
      whole = 0
      parts = {}
      if lengths[1] > 0 then
        local words = read(next_list, 0, 2 * lengths[1])
        for i = 1, lengths[1] do parts[i] = { low = words[2 * i - 1], high = words[2 * i] } end
      end
    end

    if small_ranges > 0 then
      local rows = ceil(small_ranges / 65535)  -- OpenGL guarantees 65,535 workgroups per axis
      pass {
        stage = "finish", label = "sort small ranges", shader = "finish.comp", defines = defines,
        uniforms = { whole = whole, range_count = small_ranges },
        blocks = { Keys = "keys", SmallRanges = "small_ranges" },
        groups = { ceil(small_ranges / rows), rows, 1 },
        claim = sorted {},
      }
    end
  end,
}
