import { describeBoots } from './boot-suite.ts';
import { describeInstallScripts } from './install-scripts-suite.ts';
import { whereContainersWork } from './support/container-works.ts';
import { describeUnits } from './units-suite.ts';

await whereContainersWork(() => {
  describeBoots('container');
  describeUnits();
  describeInstallScripts();
});
