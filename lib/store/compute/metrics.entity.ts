import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The packed points of one item, by slot. */
export const packedPoints = z.strictObject({}).and(z.record(z.templateLiteral([z.number()]), z.instanceof(Uint8Array)));

export const entities = {
  metrics: entity({
    about: 'metrics',
    pk: 'M#<account>#<instance>',
    sk: '<step, number>#<start, number>',
    read: 'GET …/metrics, autoscaling, roll-up',
    expires: 'always',
    record: packedPoints,
  }),
};
