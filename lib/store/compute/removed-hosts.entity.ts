import { entity } from '#lib/store/entity.ts';
import { offer } from './directory.entity.ts';

/** The part of its offer that is needed to settle the rest. */
export const removedHost = offer.pick({ host_id: true, address_pool: true });

export const entities = {
  removedHost: entity({
    about: 'removed host',
    pk: 'REMOVED',
    sk: '<host>',
    read: 'hosts schedule, until all of it is settled',
    record: removedHost,
  }),
};
