import { vi } from 'vitest';

/** 1 / φ: no two of the fractions of its first 144 multiples are nearer than 1/200 to each other. */
const stride = 0.618_033_988_749_894_9;
let draws = 0;

/**
 * Makes the random choices that follow (an address of the pool, an SSH port) different from each other. A choice that
 * is taken is made again, which costs calls. Tests count the calls of a request without such conflicts.
 */
export function uncontended(): void {
  vi.spyOn(Math, 'random').mockImplementation(() => (draws++ * stride) % 1);
}
