// Stores STAGE keys of a tile by position, in the shared memory that ranking has used before. Needs radix/tile.glsl.
const uint stage_keys = uint(STAGE);

void put(uint at, Code key) {
#if KEY_WORDS == 1
  pool[at] = key;
#else
  pool[at] = key.x;
  pool[stage_keys + at] = key.y;
#endif
}

Code key_at(uint at) {
#if KEY_WORDS == 1
  return pool[at];
#else
  return uvec2(pool[at], pool[stage_keys + at]);
#endif
}

#if PAYLOAD
void put_payload(uint at, uint payload) { pool[uint(KEY_WORDS) * stage_keys + at] = payload; }
uint payload_at(uint at) { return pool[uint(KEY_WORDS) * stage_keys + at]; }
#endif
