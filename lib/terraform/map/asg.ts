import type { Noun } from './noun.ts';

/** A group of instances that are alike. */
export const asg: Noun = {
  create: 'createAutoScalingGroup',
  read: 'getAutoScalingGroup',
  updates: ['updateAutoScalingGroup'],
  delete: 'deleteAutoScalingGroup',
  list: 'listAutoScalingGroups',
  omit: ['instances', 'last_activity'],
  follows: ['desired_capacity'],
};
