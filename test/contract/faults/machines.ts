import type { FaultOutcome } from '#lib/model/platform/faults.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Scene } from './scene.ts';

const lasting = ['running', 'stopped', 'available', 'error', 'active'];

/** Launches while the fault is set. */
export async function launch(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const since = await scene.now();
  await scene.set('launch', outcome);
  const { id } = await scene.post('/compute/instances', await scene.client.launchBody({ name: scene.name() }));
  return scene.statuses(id, since, lasting);
}

/** Starts a stopped instance while the fault is set. */
export async function start(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const id = await scene.machine();
  await scene.client.operate(id, 'stop');
  const since = await scene.now();
  await scene.set('start', outcome);
  await scene.post(`/compute/instances/${id}/start`, {}, 200);
  return scene.statuses(id, since, lasting);
}

/** Makes a snapshot while the fault is set. */
export async function snapshot(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const machine = await scene.machine();
  const since = await scene.now();
  await scene.set('snapshot', outcome);
  const { id } = await scene.post(`/compute/instances/${machine}/snapshots`, {});
  const seen = await scene.statuses(id, since, lasting);
  // Whatever becomes of the copy, the instance goes on.
  await scene.client.until(machine, 'running');
  return seen;
}

/** Makes a volume while the fault is set. */
export async function volume(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const since = await scene.now();
  await scene.set('volume', outcome);
  const { id } = await scene.post('/compute/volumes', { name: scene.name(), size_gib: 1 });
  return scene.statuses(id, since, lasting);
}

/** Makes an image while the fault is set. */
export async function image(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const since = await scene.now();
  await scene.set('image', outcome);
  const source = { registry: 'registry.example.in/library/redis:7' };
  const { id } = await scene.post('/compute/images', { name: scene.name(), source });
  return scene.statuses(id, since, lasting);
}

async function balanced(scene: Scene): Promise<{ id: string; machine: string }> {
  const machine = await scene.machine();
  const listeners = [{ protocol: 'http', port: 8080 }];
  const body = { name: scene.name(), listeners, backends: [{ instance_id: machine }] };
  const { id } = await scene.post('/compute/load-balancers', body);
  await eventually(async () => (await healthOf(scene, id)) === 'healthy');
  return { id, machine };
}

const healthOf = async (scene: Scene, id: string): Promise<string> =>
  (await scene.get(`/compute/load-balancers/${id}`)).backends[0].health;

/** The health of a backend, or the statuses of its load balancer, when the fault is set and ended. */
export async function loadBalancer(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const { id, machine } = await balanced(scene);
  const since = await scene.now();
  await scene.set('load_balancer', outcome, { match: { id: outcome === 'unhealthy' ? machine : id } });
  if (outcome === 'unhealthy') {
    await eventually(async () => (await healthOf(scene, id)) === 'unhealthy');
    return ['healthy', 'unhealthy'];
  }
  await scene.statuses(id, since, ['error']);
  await scene.end();
  return ['active', ...(await scene.statuses(id, since, ['active']))];
}

/** The status of an instance on a host that is lost, once the host counts as lost, and is back. */
export async function host(scene: Scene, outcome: FaultOutcome): Promise<string[]> {
  const { id, machine } = await balanced(scene);
  const since = await scene.now();
  await scene.set('host', outcome);
  const refused = async () => {
    const body = await scene.client.launchBody({ name: scene.name() });
    const reply = await scene.ask('/compute/instances', body);
    return reply.status === 409 && reply.headers.get('x-error-code') === 'capacity_exhausted';
  };
  // Its heartbeat counts for a minute, and what has none is looked for once a minute.
  await eventually(refused, { patience: 90_000 });
  const failed = async () => (await scene.get(`/compute/load-balancers/${id}`)).status_reason;
  await eventually(async () => (await failed()) === 'host local does not answer', { seen: failed, patience: 120_000 });
  const { status } = await scene.client.show(machine);
  await scene.end();
  await scene.statuses(id, since, ['active']);
  await eventually(async () => !(await refused()));
  return [status];
}
