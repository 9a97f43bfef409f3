/**
 * The place of an id among `spread` places, from 0: always the same one, and ids are shared out among all of them. 0
 * where there is one place or none.
 */
export function placeOf(id: string, spread: number): number {
  if (spread <= 1) return 0;
  let sum = 0;
  for (let at = 0; at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) >>> 0;
  return sum % spread;
}
