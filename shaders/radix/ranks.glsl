// 16-bit ranks in array order, two per word. Ranks in a tile are below 2^16 (Bandyopadhyay & Sahni, section VI: "a full
// integer is not required to store the rank"). Tiles start at multiples of four, so that no word belongs to two tiles.
uint rank_pair(uint even, uint odd) { return even | odd << 16u; }
uint rank_in(uint pair, uint i) { return (i & 1u) == 0u ? pair & 0xFFFFu : pair >> 16u; }
