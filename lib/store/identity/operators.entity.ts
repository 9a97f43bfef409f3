import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const operatorsRecord = z.strictObject({ account_ids: z.set(z.string()).optional() });

export const entities = {
  operators: entity({
    about: 'operators',
    pk: 'PLATFORM',
    sk: 'OPERATORS',
    read: 'requests on /platform',
    record: operatorsRecord,
  }),
};
