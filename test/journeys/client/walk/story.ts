import type { Route } from './document.ts';
import type { People } from './people.ts';
import { secondRows } from './seconds.ts';
import { Trials } from './trials.ts';
import type { Additions, Outcome, Walker } from './walker.ts';

/** These come first, in this order: until somebody is logged in nothing else can be asked for. */
const opening = ['register', 'resendVerification', 'verifyEmail', 'login', 'refresh', 'createVpc'];

/** These come last, in this order: they end sessions and change passwords. */
const closing = [
  ...['setupMfa', 'enableMfa', 'verifyTwoFactor', 'disableMfa', 'changePassword', 'forgotPassword', 'resetPassword'],
  ...['logout', 'deleteSession'],
];

/** The order of the rest: what is made, what changes, what is read. What is deleted comes after it. */
const phases: readonly ((route: Route) => boolean)[] = [
  ({ method, replies }) => method === 'POST' && replies[201] !== undefined,
  ({ method }) => method !== 'GET' && method !== 'DELETE',
  ({ method }) => method === 'GET',
];

/** What a deletion is to take along, where it takes anything along. */
const belongings = [
  ...['attachVolume', 'attachElasticIp', 'addLoadBalancerBackend', 'createSnapshot', 'createBucketKey'],
  ...['createAccessKey', 'attachUserPolicy', 'addUserToGroup', 'attachGroupPolicy'],
];

/** A walk over every operation of a document: each example is sent, again and again until it is or none is accepted. */
export class Story {
  readonly #walker: Walker;
  readonly #people: People;
  readonly #trials: Trials;

  constructor(walker: Walker, people: People, trials = new Trials(walker)) {
    this.#walker = walker;
    this.#people = people;
    this.#trials = trials;
  }

  /** The dry runs so far. */
  get trials() {
    return this.#trials.all;
  }

  /** Somebody signs up and logs in. */
  async open(): Promise<void> {
    for (const operation of opening) {
      await this.#send(this.#walker.route(operation));
      if (operation === 'register') this.#walker.svc = await this.#people.loggedIn();
    }
  }

  /** Makes, changes and reads everything that the examples make, change and read. */
  async live(): Promise<void> {
    for (const phase of phases) {
      await this.#rounds(this.#rest().filter(phase));
      if (phase === phases[0]) await this.#secondOnes();
    }
    await secondRows(this.#walker, this.#people);
  }

  /** Deletes everything twice: first without options, what belongs to something before it; then as the options say. */
  async leave(): Promise<void> {
    const deletions = this.#rest().filter(({ method }) => method === 'DELETE');
    const isOwn = ({ path }: Route) => path.split('{').length === 2 && path.endsWith('}');
    await this.#furnish();
    // The example that changes an instance protects it; a refused deletion says so.
    await this.#send(this.#walker.route('terminateInstance'));
    await this.#unprotected();
    await this.#rounds(deletions.filter((route) => !isOwn(route)));
    await this.#furnish();
    await this.#rounds(deletions.filter(isOwn));
    await this.#furnish();
    await this.#rounds(deletions.filter(isOwn).reverse(), ({ options, path }) => ({
      query: this.#walker.known.inPlaceOf(options, path),
    }));
    await this.#leftOvers();
    await this.#close();
  }

  /** Deletes what is left: members that a group kept, and the network that they were in. */
  async #leftOvers(): Promise<void> {
    const { svc } = this.#walker;
    for await (const { id } of svc.paginate('listInstances'))
      await this.#trials.of(this.#walker.route('terminateInstance'), { parts: { id } });
    for await (const { id, is_default } of svc.paginate('listVpcs'))
      if (!is_default) await this.#trials.of(this.#walker.route('deleteVpc'), { parts: { id } });
  }

  async #close(): Promise<void> {
    for (const operation of closing) {
      await this.#send(this.#walker.route(operation));
      if (operation !== 'changePassword' && operation !== 'resetPassword') continue;
      this.#people.password = 'correct-horse-battery-1';
      this.#walker.svc = await this.#people.loggedIn();
    }
  }

  async #furnish(): Promise<void> {
    for (const operation of belongings) await this.#walker.named(operation);
  }

  async #unprotected(): Promise<void> {
    const { svc } = this.#walker;
    for await (const { id } of svc.paginate('listInstances'))
      await svc.updateInstance({ id, body: { termination_protection: false } });
  }

  #rest(): Route[] {
    return this.#walker.routes.filter(({ id }) => !opening.includes(id) && !closing.includes(id));
  }

  /** Sends the examples of these routes in rounds, until one brings nothing more. */
  async #rounds(routes: readonly Route[], added: (route: Route) => Additions = () => ({})): Promise<void> {
    const done = new Set<Route>();
    for (let before = -1; before < done.size; ) {
      before = done.size;
      for (const route of routes.filter((one) => !done.has(one)))
        if ((await this.#send(route, added(route))).status < 300) done.add(route);
    }
  }

  /** One more of everything that another name makes another: lists are to have several pages. */
  async #secondOnes(): Promise<void> {
    const { known, routes } = this.#walker;
    for (const route of routes.filter((one) => phases[0]?.(one))) {
      const names = Object.entries(route.body ?? {}).filter(([field]) => ['name', 'username', 'url'].includes(field));
      const renamed = names.map(([field, value]) => [field, `${value}-2`] as const);
      for (const [, value] of names) known.rename(`${value}`, `${value}-2`);
      const { body } = await this.#people.addTo(route.id);
      if (names.length > 0) await this.#walker.send(route, { body: { ...body, ...Object.fromEntries(renamed) } });
    }
  }

  async #send(route: Route, added: Additions = {}): Promise<Outcome> {
    const additions = { ...added, ...(await this.#people.addTo(route.id)) };
    return route.tried ? this.#trials.of(route, additions) : this.#walker.send(route, additions);
  }
}
