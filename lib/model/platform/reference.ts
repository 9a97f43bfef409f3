/** What requests refer to beside their own resource, by the type in its SRN. */
export type Kind =
  | 'instance'
  | 'volume'
  | 'snapshot'
  | 'elastic-ip'
  | 'vpc'
  | 'ssh-key'
  | 'load-balancer'
  | 'asg'
  | 'user'
  | 'group'
  | 'policy'
  | 'bucket'
  | 'object';

/** Something that a request reads, uses or changes beside the resource that it is asked for on. */
export interface Reference {
  kind: Kind;
  /** Of an object `<bucket>/<key>`. */
  id: string;
  /** Whether everything is meant whose id begins so. */
  under?: boolean;
  /** The actions that the use stands for beside the route's own, where that is not just reading. */
  as?: readonly string[];
  /** Its tags where the request gives them, as a creation does; else those that it has. */
  tags?: Readonly<Record<string, string>>;
}

/** The references of a request, or how they are found. */
export type References = readonly Reference[] | (() => readonly Reference[] | Promise<readonly Reference[]>);
