import { vi } from 'vitest';

/** 1 / φ: of the fractions of its first 144 multiples no two are nearer than 1/200 to each other. */
const stride = 0.618_033_988_749_894_9;
let draws = 0;

/**
 * Keeps the random choices that follow (an address of the pool, an SSH port) out of each other's way. A choice that hits
 * what is taken is made anew, which costs calls; those of a request are counted where nothing contends with it.
 */
export function uncontended(): void {
  vi.spyOn(Math, 'random').mockImplementation(() => (draws++ * stride) % 1);
}
