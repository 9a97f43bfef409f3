import { type Form, matching } from './setting-forms.ts';

/* The forms of object storage settings. */

export const region = matching(/^[a-z0-9-]{1,32}$/, 'the name of a region (a-z 0-9 -)');
export const prefix = matching(/^[a-z0-9][a-z0-9-]{0,30}$/, 'at most 31 of a-z 0-9 -, not beginning with -');
export const iamPath = matching(/^\/([\w.-]+\/)+$/, 'a path of IAM (/name/)');

export const addressings: Form<readonly ('path' | 'virtual')[]> = {
  parse: (value) => ({ path: ['path'] as const, 'path,virtual': ['path', 'virtual'] as const })[value],
  allowed: 'path, or path,virtual where the names of buckets below its host lead to it',
};
