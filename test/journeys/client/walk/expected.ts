/** An operation whose example is refused: by what, and why it can be no other way here. */
interface Exception {
  readonly refusal: string;
  readonly reason: string;
}

/** The operations whose example is not accepted. */
export const notAccepted: Readonly<Record<string, Exception>> = {
  convertDisk: {
    refusal: 'wrong_state: host local does not have the capability disk_limit (compute driver: simulated)',
    reason: 'A simulated machine has no disk. test/lib/runtime/own-disks.long.test.ts converts those of others.',
  },
  createConsoleTicket: {
    refusal: 'wrong_state: host local does not have the capability console (compute driver: simulated)',
    reason: 'Nothing runs in a simulated machine. test/journeys/console.test.ts opens consoles of others.',
  },
  receiveGatewayWebhook: {
    refusal: "invalid_signature: X-Razorpay-Signature: is not the payment gateway's for these bytes",
    reason: 'The gateway alone can sign one. It does, when the walk pays its order.',
  },
};

/** The lists that have fewer than two rows, and why. */
export const oneRow: Readonly<Record<string, string>> = {
  listEndpoints: 'A platform has one region.',
  listInstanceMetrics: 'The example asks for the metrics of one instance.',
};

/** What deletions are told to do to other things, each of which the walk brings about. */
export const cascades: readonly string[] = [
  'deleteAutoScalingGroup: instance kept as an ordinary instance',
  'deleteAutoScalingGroup: instance terminated',
  'deleteAutoScalingGroup: load_balancer backend removed',
  'deleteBucket: access_key deleted',
  'deleteGroup: policy detached',
  'deleteGroup: user removed from the group',
  'deleteLoadBalancer: instance removed as backend',
  'deletePolicy: group policy detached',
  'deleteUser: access_key deleted',
  'deleteUser: group member removed',
  'deleteUser: policy detached',
  'terminateInstance: elastic_ip detached',
  'terminateInstance: load_balancer backend removed',
  'terminateInstance: snapshot deleted',
  'terminateInstance: volume deleted',
  'terminateInstance: volume detached',
];
