-- Bitonic merge sort in fragment shaders: a comparator network with one full-screen pass per step.
--
-- The keys lie in a texture: key i is texel (i % width, i / width). A pass reads one texture and draws to another, and
-- then the two change roles. A fragment cannot write to its partner. So each fragment reads both keys of its pair and
-- keeps one of them.

return sort {
  id = "@ID@",
  title = "Bitonic merge sort in fragment shaders (@ID@)",
  source = "K. E. Batcher, Sorting networks and their applications, AFIPS 1968; mirrored first step of each stage",
  summary = "Each fragment reads the two keys of its pair and keeps the smaller or the larger one. "
    .. "Each pass draws one step of the network.",
  backend = "fragment",
  keys = { "u32" },
  orders = { "asc", "desc" },

  passes = function(n, p, problem)
    local function step(size, mask, label, claim)
      pass {
        stage = "blocks of " .. size,
        label = label,
        fragment = "keep.frag",
        defines = { DESCENDING = problem.order == "desc" and 1 or 0 },
        samplers = { keys = "keys" },
        targets = { "keys_out" },
        swap = true,
        uniforms = { n = n, width = problem.width, mask = mask },
        claim = claim,
      }
    end

    -- A stage merges pairs of sorted blocks into blocks of `size` keys. Its first step compares mirrored positions of
    -- a block, its other steps compare positions at halved distances.
    local size = 2
    while size < 2 * n and n > 1 do
      step(size, size - 1, "mirror", compare_exchange { mirror = size })
      local distance = size // 4
      while distance >= 1 do
        step(size, distance, "distance " .. distance, compare_exchange { distance = distance })
        distance = distance // 2
      end
      size = 2 * size
    end
  end,
}
