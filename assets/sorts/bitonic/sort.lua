-- Bitonic merge sort: a comparator network with one compute pass per step.
--
-- A stage merges pairs of sorted blocks into blocks of `size` keys. Its first step compares mirrored positions of a
-- block, its other steps compare positions at halved distances. The smaller key always goes to the lower position.
-- A position at or past n acts like the largest key: the shader leaves such pairs alone. So any n works.

local key_kinds = { u32 = 0, i32 = 1, f32 = 2 }

-- Splits a number of workgroups into two axes, because OpenGL guarantees only 65,535 workgroups per axis.
local function grid(workgroups)
  local rows = ceil(workgroups / 65535)
  return { ceil(workgroups / rows), rows, 1 }
end

return sort {
  id = "@ID@",
  title = "Bitonic merge sort (@ID@)",
  source = "K. E. Batcher, Sorting networks and their applications, AFIPS 1968; mirrored first step of each stage",
  summary = "Compares the keys of a pair of positions and exchanges them if they are in the wrong order. "
    .. "Each compute pass does one step of the network.",
  keys = { "u32", "i32", "f32" },
  orders = { "asc", "desc" },
  parameters = {
    group = { low = 64, high = 512, step = "powers of two", default = 128, unit = "invocations",
              help = "Invocations per workgroup. Each invocation compares one pair." },
  },

  refuse = function(n, p, device)
    if device and p.group > device.max_workgroup_size then
      return "group = " .. p.group .. " exceeds this device's limit of " .. device.max_workgroup_size .. " invocations"
    end
  end,

  passes = function(n, p, problem)
    -- Compares each position i of the lower half of a block of `block` positions with position i ~ mask in its upper
    -- half. `claim` tells texelsort what to test after the pass.
    local function step(size, block, mask, label, claim)
      local comparators = ceil(n / block) * (block // 2)
      pass {
        stage = "blocks of " .. size,
        label = label,
        shader = "exchange.comp",
        defines = {
          WORKGROUP = p.group,
          KEY = key_kinds[problem.keys],
          DESCENDING = problem.order == "desc" and 1 or 0,
        },
        blocks = { Keys = "keys" },
        uniforms = { n = n, half_block = block // 2, mask = mask },
        groups = grid(ceil(comparators / p.group)),
        bytes = 8 * n,  -- the pass reads and writes each key once
        claim = claim,
      }
    end

    local size = 2
    while size < 2 * n and n > 1 do
      step(size, size, size - 1, "mirror", compare_exchange { mirror = size })
      local distance = size // 4
      while distance >= 1 do
        step(size, 2 * distance, distance, "distance " .. distance, compare_exchange { distance = distance })
        distance = distance // 2
      end
      size = 2 * size
    end
  end,
}
