-- Radix sort, least significant digit first (the structure of SRTS). Each digit needs these passes:
--
--   count    Each workgroup counts the digits of its share of the array. The table has one row per digit value, and
--            one column per share.
--   scan     Each workgroup scans one row of the table, and stores its total. This places the keys of a digit value and
--            share among all keys with this digit value.
--   scatter  Each workgroup scans the totals, which places the digit values. Then it ranks the keys of its share by the
--            digit, tile by tile, and moves them to their targets.
--
-- All passes are stable, so the order of one digit survives the passes of the next digit.
-- On software rendering, one invocation replaces each workgroup (form = serial): it needs no barriers.

local key_kinds = { u32 = 0, i32 = 1, f32 = 2, u64 = 0, i64 = 1, f64 = 2 }

-- Rounds n up to a multiple of `unit`.
local function round_up(n, unit) return ceil(n / unit) * unit end

-- The shares of the array, and the table with one number per digit value and share.
local function share_plan(n, p)
  local plan = { serial = p.form == "serial", digits = 1 << p.digit }
  -- Keys that are ranked together. Serial invocations read four keys at a time.
  plan.tile = plan.serial and 4 or p.group * p.items
  local owners = plan.serial and p.workgroups * p.group or p.workgroups
  plan.share = max(round_up(ceil(n / owners), plan.tile), plan.tile)
  plan.shares = max(ceil(n / plan.share), 1)
  plan.workgroups = plan.serial and ceil(plan.shares / p.group) or plan.shares
  return plan
end

-- Words of shared memory in scatter.comp. `pool` serves ranking first. Then it holds `stage` keys, which are written to
-- their targets from there. Fewer keys than a tile suffice: more workgroups then fit on a multiprocessor.
local function scatter_memory(p, problem)
  local ranking = max(p.group // 32, 1) << p.digit
  if p.ranking == "matching" then ranking = 3 * ranking end
  local key_words = problem.key_words + problem.payload_words
  local space = max(ranking, 2048) // key_words
  local stage = max(min(space // p.group, p.items), 1) * p.group
  local pool = max(ranking, stage * key_words)
  local scan = p.ranking == "subgroups" and p.group // 32 or 2 * p.group
  return { pool = pool, stage = stage, all = pool + 2 * (1 << p.digit) + 1 + scan }
end

-- Upper bound of the rounds of all loops of an invocation, in passes over the keys.
local function loop_rounds(plan, p, problem)
  if plan.serial then return max(plan.share * problem.key_words // 4 + 4 + 2 * plan.digits, plan.shares) end
  local stages = ceil(plan.tile / scatter_memory(p, problem).stage)
  return plan.share // plan.tile * (p.items * (9 + stages) + 12 * plan.digits + 12) + 3 * plan.digits + 12
end

-- Returns the sum of each row of a table. Lists start at 1.
local function totals_of(table, rows, row_length)
  local totals = {}
  for row = 1, rows do
    totals[row] = 0
    for i = 1, row_length do totals[row] = totals[row] + table[(row - 1) * row_length + i] end
  end
  return totals
end

return sort {
  id = "@ID@",
  title = "Radix sort by shares (@ID@)",
  source = "D. Merrill, A. Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, University of Virginia "
    .. "CS2010-03, 2010",
  summary = "Sorts by the least significant digit first. Workgroups count the digits of their shares, the counts are "
    .. "scanned, and the workgroups move their keys in the order of the digit.",
  keys = { "u32", "i32", "f32", "u64", "i64", "f64" },
  orders = { "asc", "desc" },
  payloads = { "none", "index" },
  stable = true,
  max_n = 2 ^ 31,

  parameters = {
    digit = { low = 1, high = 11, default = 8, paper = 4, unit = "bits",
              help = "Bits per digit. The last digit may have fewer. Workgroups accept at most 8, invocations 11." },
    form = { values = { "cooperative", "serial" }, default = "cooperative", paper = "cooperative",
             help = "What processes a share of the array: a workgroup, or a single invocation." },
    ranking = { values = { "matching", "subgroups" }, default = "matching",
                help = "How 32 invocations find equal digits: by masks in shared memory, or by votes of subgroups." },
    group = { low = 8, high = 1024, step = "powers of two", default = 256, unit = "invocations",
              help = "Invocations per workgroup." },
    items = { low = 1, high = 64, default = 16, unit = "keys",
              help = "Keys of a tile per invocation. The serial form ignores it." },
    workgroups = { low = 1, high = 65535, default = 2048, unit = "workgroups",
                   help = "Number of workgroups that share the array. Small inputs use fewer." },
  },

  -- The best values for a problem and a device. Replace these numbers by those that `texelsort tune` finds for you.
  tuned = function(n, problem, device)
    if device.software and not device.on_cpu then
      -- Few invocations with long shares. Software rendering ends loops after 65,535 rounds.
      local digit = n <= 1024 and 4 or n <= 2 ^ 18 and 8 or 11
      local workgroups = n <= 1024 and 1 or min(max(ceil(n / (8 * 65536)), 4), 65535)
      return { form = "serial", digit = digit, group = 8, workgroups = workgroups }
    end
    local ranking = device.subgroup_size == 32 and "subgroups" or "matching"
    local small_key = problem.key_words == 1
    if n <= 1024 then  -- small tiles and a small table are easy to read
      return { ranking = ranking, digit = 4, group = 32, items = 2 }
    elseif not small_key or problem.payload ~= "none" then
      return { ranking = ranking, digit = 8, group = 128, items = small_key and 32 or 16 }
    elseif n < 2 ^ 15 then
      return { ranking = ranking, digit = 8, group = 256, items = 16 }
    elseif n <= 2 ^ 17 then
      return { ranking = ranking, digit = 7, group = 512, items = 8 }
    elseif n < 2 ^ 20 then
      return { ranking = ranking, digit = 8, group = 256, items = 16 }
    elseif n < 2 ^ 23 then
      return { ranking = ranking, digit = 8, group = 128, items = 32 }
    end
    return { ranking = ranking, digit = 7, group = 256, items = 8, workgroups = 3072 }
  end,

  refuse = function(n, p, device, problem)
    local serial = p.form == "serial"
    if not serial and p.digit > 8 then
      return "digit = " .. p.digit .. " is too wide for workgroups: choose digit <= 8, or form = serial"
    end
    if not device then return nil end
    if p.group > device.max_workgroup_size then
      return "group = " .. p.group .. " exceeds this device's limit of " .. device.max_workgroup_size .. " invocations"
    end
    if device.software and not device.on_cpu and loop_rounds(share_plan(n, p), p, problem) > 65535 then
      return "shares are too long, because software rendering ends loops after 65,535 rounds: choose more workgroups"
    end
    if serial then return nil end
    if p.ranking == "subgroups" and (device.subgroup_size ~= 32 or p.group < 32) then
      return "ranking = subgroups needs subgroups of 32 invocations and group >= 32: choose ranking = matching"
    end
    local bytes = 4 * max(scatter_memory(p, problem).all, max(p.group // 32, 1) << p.digit)
    if bytes > device.max_shared_bytes then
      return "needs " .. bytes .. " bytes of shared memory, but this device's limit is " .. device.max_shared_bytes
        .. ": choose a smaller digit or group"
    end
  end,

  buffers = function(n, p, problem)
    local plan = share_plan(n, p)
    return {
      counts = { words = plan.digits * plan.shares, show = "scan" },
      totals = { words = plan.digits },
    }
  end,

  passes = function(n, p, problem)
    local plan = share_plan(n, p)
    local key_bits = 32 * problem.key_words
    local keys = {
      KEY_WORDS = problem.key_words,
      KEY_KIND = key_kinds[problem.keys],
      DESCENDING = problem.order == "desc" and 1 or 0,
      PAYLOAD = problem.payload_words,
      WORKGROUP = p.group,
      DIGITS = plan.digits,
    }
    -- Returns the defines of all digit passes, and those of one pass.
    local function with(more)
      for name, value in pairs(keys) do more[name] = value end
      return more
    end
    local memory = scatter_memory(p, problem)
    local cooperative = {
      MOVE = 1, ITEMS = p.items, DIGIT_BITS = p.digit, SUBGROUPS = p.ranking == "subgroups" and 1 or 0,
      POOL = memory.pool, STAGE = memory.stage,
    }
    local count_defines = with { MOVE = 0, ITEMS = p.items }
    local scatter_defines = with(plan.serial and { MOVE = 1 } or cooperative)
    local rounds = loop_rounds(plan, p, problem)

    -- Invocations per workgroup of the scan: as many as a row has numbers, but at most 256.
    local scan_group = plan.serial and 8 or 1 << min(ceil(log2(plan.shares)), 8)

    local digit_count = ceil(key_bits / p.digit)
    for digit = 1, digit_count do
      local shift = (digit - 1) * p.digit
      local bits = min(p.digit, key_bits - shift)
      local stage = "digit " .. digit .. " of " .. digit_count
      local uniforms = { n = n, shift = shift, bits = bits, shares = plan.shares, share_keys = plan.share }
      pass {
        stage = stage, label = "count the digits",
        shader = plan.serial and "serial.comp" or "count.comp",
        defines = count_defines,
        uniforms = uniforms,
        blocks = { KeysIn = "keys", KeyQuads = plan.serial and "keys" or nil, Counts = "counts" },
        groups = plan.workgroups, rounds = rounds,
        claim = { histogram { buffer = "counts", shift = shift, bits = bits, tile = plan.share }, unchanged {} },
      }
      pass {
        stage = stage, label = "scan the counts", shader = "scan.comp",
        defines = { WORKGROUP = scan_group, SERIAL = plan.serial and 1 or 0 },
        uniforms = { rows = 1 << bits, shares = plan.shares },
        blocks = { Counts = "counts", Totals = "totals" },
        groups = plan.serial and ceil((1 << bits) / scan_group) or 1 << bits,
        rounds = plan.serial and plan.shares or ceil(plan.shares / scan_group) * 10,
        claim = {
          exclusive_scan { buffer = "counts", count = plan.shares << bits, chunk = plan.shares },
          expect {
            buffer = "totals",
            values = function(_, buffers) return totals_of(buffers.counts, 1 << bits, plan.shares) end,
          },
          unchanged {},
        },
      }
      local blocks = { KeysIn = "keys", KeyQuads = plan.serial and "keys" or nil, KeysOut = "keys_out",
                       Counts = "counts", Totals = "totals" }
      if problem.payload_words > 0 then
        blocks.PayloadIn = "payload"
        blocks.PayloadOut = "payload_out"
      end
      pass {
        stage = stage, label = "scatter the keys",
        shader = plan.serial and "serial.comp" or "scatter.comp",
        defines = scatter_defines,
        uniforms = uniforms,
        blocks = blocks,
        groups = plan.workgroups, rounds = rounds,
        swap = true,
        claim = scatter { shift = shift, bits = bits, stable = true, tile = plan.share },
      }
    end
  end,
}
