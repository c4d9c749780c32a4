import type { Clock } from '../world/world.js';

/** Time as it is. */
export const realClock: Clock = {
  now: () => new Date(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
      function end() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      }
    }),
};
