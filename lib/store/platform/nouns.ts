/** Account-scoped nouns that are listed: their table partition and their name index. */
export type Listed =
  | 'instance'
  | 'volume'
  | 'snapshot'
  | 'ssh-key'
  | 'vpc'
  | 'policy'
  | 'load-balancer'
  | 'asg'
  | 'elastic-ip';

/** Those that are known by their name, whatever its case: their table partition is in its order, their index in that of age. */
export type Named = 'iam-user' | 'group' | 'bucket';
