/** The kinds of resources that requests refer to, by the type in their SRN. */
export type Kind =
  | 'instance'
  | 'volume'
  | 'snapshot'
  | 'image'
  | 'elastic-ip'
  | 'vpc'
  | 'ssh-key'
  | 'load-balancer'
  | 'certificate'
  | 'asg'
  | 'user'
  | 'group'
  | 'policy'
  | 'bucket'
  | 'object';

/** A resource besides its own that a request reads, uses or changes. */
export interface Reference {
  kind: Kind;
  /** For an object: `<bucket>/<key>`. */
  id: string;
  /** Whether `id` is a prefix and stands for every id that begins with it. */
  under?: boolean;
  /** The actions that the use stands for, besides the route's own, if it is more than a read. */
  as?: readonly string[];
  /** The tags that the request sets, as a creation does. By default the stored tags apply. */
  tags?: Readonly<Record<string, string>>;
}

/** The references of a request, or a function that finds them. */
export type References = readonly Reference[] | (() => readonly Reference[] | Promise<readonly Reference[]>);
