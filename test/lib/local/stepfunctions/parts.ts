import { call } from './definitions.ts';

/** A Pass that ends, unless told otherwise. */
export const pass = (more: object = {}) => ({ Type: 'Pass', ...('Next' in more ? {} : { End: true }), ...more });
/** A Task with these retriers. */
export const retry = (...Retry: object[]) => ({ A: call('f', { Retry }) });
/** Takes every error. */
export const all = { ErrorEquals: ['States.ALL'] };
