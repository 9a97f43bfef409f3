import { describe, expect, it } from 'vitest';
import type { Asg, Instance } from '#lib/generated/client/schemas.ts';
import { refreshingOf } from '#lib/web/pages/compute/groups/refreshing.ts';

const activity = {
  id: 'evt-1',
  at: '2026-11-23T08:00:00Z',
  reason: 'config_change',
  from: 2,
  to: 2,
  status: 'in_progress',
  message: 'refresh: every member is replaced',
};
const group = (changes: object) =>
  ({
    status: 'scaling',
    desired_capacity: 2,
    last_activity: activity,
    instances: [
      { instance_id: 'i-old', lifecycle_state: 'in_service', health: 'healthy' },
      { instance_id: 'i-new', lifecycle_state: 'in_service', health: 'healthy' },
      { instance_id: 'i-next', lifecycle_state: 'pending', health: 'unknown' },
    ],
    ...changes,
  }) as Asg;
const instances = [
  { id: 'i-old', created_at: '2026-11-23T07:00:00Z' },
  { id: 'i-new', created_at: '2026-11-23T08:00:03Z' },
  { id: 'i-next', created_at: '2026-11-23T08:00:09Z' },
] as Instance[];

describe('refreshingOf', () => {
  it('counts the members in service that are from after the begin of the refresh', () => {
    expect(refreshingOf(group({}), instances)).toEqual({ replaced: 1, all: 2 });
  });

  it('knows a refresh that joined an activity which was under way', () => {
    const message = 'desired capacity set to 2; refresh: every member is replaced';
    expect(refreshingOf(group({ last_activity: { ...activity, message } }), instances)).toEqual({
      replaced: 1,
      all: 2,
    });
  });

  it.each([
    ['the group is active', { status: 'active' }],
    ['the activity has ended', { last_activity: { ...activity, status: 'successful' } }],
    ['something else is under way', { last_activity: { ...activity, message: 'desired capacity set to 2' } }],
    ['nothing has happened', { last_activity: null }],
  ])('is undefined where %s', (_name, changes) => {
    expect(refreshingOf(group(changes), instances)).toBeUndefined();
  });
});
