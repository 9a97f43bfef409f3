/** The nouns of an account whose table partition is ordered by id and whose index is ordered by name. */
export type Listed =
  | 'instance'
  | 'volume'
  | 'snapshot'
  | 'ssh-key'
  | 'vpc'
  | 'policy'
  | 'load-balancer'
  | 'certificate'
  | 'asg'
  | 'elastic-ip';

/**
 * The nouns that are identified by name, regardless of case. Their table partition is ordered by name and their index
 * by age.
 */
export type Named = 'iam-user' | 'group' | 'bucket';
