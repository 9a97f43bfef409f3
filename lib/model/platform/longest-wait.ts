/**
 * The longest time that a reply is held for `Prefer: wait`, in seconds (contract 1.3: an HTTP API times out after 30).
 */
export const longestWait = 25;
