/** Least milliseconds between two calls for one id: soon after a pause, and seldom while it goes on. */
const pause = { first: 100, most: 2000 };

/**
 * Answers a function that tells of an id a little after it was called, once for many calls. While calls for an id go
 * on, the pauses grow, so that a guest that never stops writing costs little.
 */
export function saidSeldom(say: (id: string) => void): (id: string) => void {
  const waiting = new Map<string, { wait: number; again: boolean }>();
  const begin = (id: string, state: { wait: number; again: boolean }) => {
    waiting.set(id, state);
    const timer = setTimeout(() => {
      if (!state.again) return void waiting.delete(id);
      say(id);
      begin(id, { wait: Math.min(state.wait * 2, pause.most), again: false });
    }, state.wait);
    timer.unref();
  };
  return (id) => {
    const state = waiting.get(id);
    if (state) state.again = true;
    else begin(id, { wait: pause.first, again: true });
  };
}
