import type { Command } from './types.ts';

/** Whether a command makes what its noun names. */
export const creates = ({ method, verb }: Command): boolean =>
  method === 'POST' && ['create', 'launch', 'allocate', 'import'].includes(verb);

/** Whether a command only reads. */
export const reads = ({ method }: Command): boolean => method === 'GET';

/** Whether a command changes one thing that it names, so that it may be given several. */
export const takesMany = (command: Command): boolean => {
  const [only, ...others] = command.args;
  return !reads(command) && only?.in === 'path' && others.length === 0;
};
