/**
 * Milliseconds between two reads of who is in a group, and of what a policy is attached to: the activity feed does not
 * tell of them.
 */
export const every = 10_000;
