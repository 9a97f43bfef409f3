import fc from 'fast-check';

/** Any character, as the `unit` of a string. fast-check's own, `binary`, takes seconds to be made. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_f7_ff })
  .map((code) => String.fromCodePoint(code < 0xd8_00 ? code : code + 0x8_00));
