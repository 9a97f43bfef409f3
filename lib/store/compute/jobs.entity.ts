import * as z from 'zod';
import { job } from '#lib/model/compute/job.ts';
import { entity } from '#lib/store/entity.ts';

/** A stored job. Until release 0.1 its facts were in `options`. */
export const storedJob = z
  .looseObject({ ttl: z.int(), options: z.record(z.string(), z.unknown()).exactOptional() })
  .refine(({ options, ...rest }) => job.safeParse({ ...options, ...rest }).success, 'is no job');

export const entities = {
  job: entity({
    about: 'job',
    pk: 'HOST#<host>',
    sk: 'JOB#<operation>#<step>',
    index: { name: 'openJobs', pk: 'HOST#<host>#open', sk: '<created>' },
    read: 'agent; tasks',
    expires: 'always',
    record: storedJob,
  }),
};
