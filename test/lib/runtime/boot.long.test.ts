import { describeBoots } from './boot-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => describeBoots('container'));
