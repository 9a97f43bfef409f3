import { describe, expect, it } from 'vitest';
import type { Asg, LoadBalancer, TemplateRule } from '#lib/generated/client/schemas.ts';
import {
  changesIn,
  newTemplate,
  templateBody,
  templateOf,
  withoutNothing,
} from '#lib/web/pages/compute/groups/draft.ts';
import { newRule, ruleBody } from '#lib/web/pages/compute/rule-draft.ts';
import {
  backendBody,
  newBackend,
  newSettings,
  settingsBody,
  settingsOf,
} from '#lib/web/pages/network/balancers/draft.ts';
import { reasonOf } from '#lib/web/pages/network/balancers/health.ts';

describe('the form of a load balancer', () => {
  it('sends what is asked for, and leaves the rest to the platform', () => {
    expect(settingsBody(newSettings)).toEqual({
      listeners: [{ protocol: 'http', port: 80, target_port: 8080 }],
      algorithm: 'round_robin',
      sticky_sessions: false,
      health_check: { protocol: 'http', port: null, path: '/' },
    });
    expect(backendBody({ ...newBackend, instance: 'i-1' })).toEqual({ instance_id: 'i-1' });
    expect(backendBody({ instance: 'i-1', port: '81', weight: '3' })).toEqual({
      instance_id: 'i-1',
      port: 81,
      weight: 3,
    });
  });

  it('sends no path to be checked by a connection', () => {
    const { check } = newSettings;
    const { health_check } = settingsBody({ ...newSettings, check: { ...check, protocol: 'tcp', codes: '200' } });
    expect(health_check).toEqual({ protocol: 'tcp', port: null });
  });

  it('sends what a load balancer has where nothing is changed', () => {
    const settings = {
      algorithm: 'least_connections',
      sticky_sessions: true,
      listeners: [
        { protocol: 'tcp', port: 444, target_port: 8443, certificate_ids: [], redirect_https: false },
        {
          protocol: 'https',
          port: 443,
          target_port: 8080,
          certificate_ids: ['cert-1', 'cert-2'],
          redirect_https: false,
        },
        { protocol: 'http', port: 80, target_port: 8080, certificate_ids: [], redirect_https: true },
      ],
      health_check: {
        protocol: 'http',
        port: 8081,
        path: '/health',
        interval_seconds: 5,
        timeout_seconds: 2,
        healthy_threshold: 2,
        unhealthy_threshold: 4,
        expected_codes: '200',
      },
    };
    expect(settingsBody(settingsOf(settings as LoadBalancer))).toEqual({
      ...settings,
      listeners: [
        { protocol: 'tcp', port: 444, target_port: 8443 },
        { protocol: 'https', port: 443, target_port: 8080, certificate_ids: ['cert-1', 'cert-2'] },
        { protocol: 'http', port: 80, target_port: 8080, redirect_https: true },
      ],
    });
  });
});

describe('the health of a backend in words', () => {
  it.each([
    [null, undefined],
    ['connection_refused', 'Nothing listens on the port, or the instance’s firewall refuses it.'],
    ['unexpected_status_503', 'It answered the check with HTTP 503, not with an expected status.'],
    ['something_new', 'something new'],
  ])('%s', (health_reason, words) => {
    expect(reasonOf({ health_reason })).toBe(words);
  });
});

describe('the form of a group', () => {
  const group = {
    instance_type_id: 's1-nano',
    image_id: 'ubuntu-24.04',
    run_entrypoint: true,
    ssh_key_id: 'key-1',
    user_data: null,
    firewall_rules: null,
    load_balancer_id: null,
    backend_port: null,
    scaling_policy: { metric: 'ram', target_percent: 50, cooldown_seconds: 60, scale_in_enabled: false },
    health_check: { type: 'instance', grace_period_seconds: 30 },
  } as Asg;

  it('changes nothing where nothing is changed', () => {
    expect(changesIn(templateBody(templateOf(group)), templateBody(templateOf(group)))).toEqual({});
  });

  it('names only what is changed, and clears what is emptied', () => {
    const next = { ...templateOf(group), type: 's1-small', key: '', policy: 'none' as const };
    expect(changesIn(templateBody(next), templateBody(templateOf(group)))).toEqual({
      instance_type_id: 's1-small',
      ssh_key_id: null,
      scaling_policy: null,
    });
    const quiet = { ...templateOf(group), runs: false };
    expect(changesIn(templateBody(quiet), templateBody(templateOf(group)))).toEqual({ run_entrypoint: false });
  });

  it('keeps the rules of its firewall, changes them, and goes back to the default ones', () => {
    const common: Pick<TemplateRule, 'direction' | 'description' | 'cidrs'> = {
      direction: 'inbound',
      description: null,
      cidrs: ['10.0.0.0/8', '::/0'],
    };
    const rules: TemplateRule[] = [
      { ...common, protocol: 'tcp', port_from: 8000, port_to: 8010 },
      { ...common, protocol: 'udp', port_from: 53, port_to: 53, description: 'names' },
      { ...common, protocol: 'icmp', port_from: null, port_to: null },
    ];
    const own = { ...group, firewall_rules: rules };
    const draft = templateOf(own);
    expect(templateBody(draft).firewall_rules).toEqual([
      { direction: 'inbound', protocol: 'tcp', port_from: 8000, port_to: 8010, cidrs: ['10.0.0.0/8', '::/0'] },
      { direction: 'inbound', protocol: 'udp', port_from: 53, cidrs: ['10.0.0.0/8', '::/0'], description: 'names' },
      { direction: 'inbound', protocol: 'icmp', cidrs: ['10.0.0.0/8', '::/0'] },
    ]);
    const before = templateBody(templateOf(own));
    expect(changesIn(templateBody(draft), before)).toEqual({});
    expect(changesIn(templateBody({ ...draft, firewall: 'default' }), before)).toEqual({ firewall_rules: null });
    expect(changesIn(templateBody({ ...draft, rules: [] }), before)).toEqual({ firewall_rules: [] });
  });

  it('creates with nothing that is not asked for', () => {
    const draft = { ...newTemplate, type: 's1-nano', image: 'ubuntu-24.04' };
    expect(withoutNothing(templateBody(draft))).toEqual({
      instance_type_id: 's1-nano',
      image_id: 'ubuntu-24.04',
      health_check: { type: 'instance', grace_period_seconds: 300 },
    });
    expect(withoutNothing(templateBody({ ...draft, runs: true }))).toMatchObject({ run_entrypoint: true });
  });
});

describe('the form of a firewall rule', () => {
  it.each([
    ['80', { port_from: 80 }],
    [' 8000 - 8010 ', { port_from: 8000, port_to: 8010 }],
    ['', {}],
    ['http', { port_from: 0 }],
  ])('the ports "%s" are sent as %j', (ports, sent) => {
    const { direction, protocol, cidrs, ...rest } = ruleBody({ ...newRule, ports });
    expect([direction, protocol, cidrs, rest]).toEqual(['inbound', 'tcp', ['0.0.0.0/0'], sent]);
  });

  it('traffic without ports is sent without them', () => {
    expect(ruleBody({ ...newRule, protocol: 'icmp', ports: '80' })).toEqual({
      direction: 'inbound',
      protocol: 'icmp',
      cidrs: ['0.0.0.0/0'],
    });
  });
});
