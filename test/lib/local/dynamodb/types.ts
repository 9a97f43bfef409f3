/** Attributes of every type that is stored, also as the engine could misread them. */
export const attributes = {
  empty: '',
  numbers: [0, -1.5, 1e-7, 2 ** 53 - 1],
  yes: true,
  nothing: null,
  map: { inner: { deep: ['x', { y: 1 }] }, S: 'a name like a type', 'a.b': 2 },
  texts: new Set(['b', 'a']),
  counts: new Set([2, 1]),
  bytes: new Uint8Array([0, 255, 7]),
};
