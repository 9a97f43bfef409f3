import { describeForwarding } from './forwarding-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => describeForwarding('container'));
