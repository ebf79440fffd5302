import { formatIpAddress, type IpAddress } from '../../lib/ip-address.ts';

// Words in the generated hostnames of customer lines, machines and routers.
const genericLabels =
  /(^|[-.\d])(dyn|dynamic|dynip|static|stat|fix|fixed|pool|pools|dhcp|dip\d*|ppp|pppoe|dsl|adsl|vdsl|xdsl|sdsl|cable|cablemodem|catv|cpe|cust|customer|customers|client|clients|user|users|subscriber|host|hosts|broadband|bb|ftth|fttx|fiber|fibre|gpon|wifi|wimax|wireless|mobile|lte|gprs|umts|dial|dialup|dialin|modem|nat|cgn|cgnat|pat|rev|reverse|ptr|ip|ipv4|ipv6|unassigned|unused|unknown|reserved|node|vps|vm|server\d*|srv\d*|dedicated|cloud|compute|ec2|core|edge|gw-?\d+|xe|ge|et|ae\d|lo0|loopback|bundle|vlan|rtr|router|border|transit)([-.\d]|$)/i;

/** Detects generated hostnames, in which the subdomain contains the address, many digits, or a word such as "dsl", "pool" or "router". */
export function isGenericHostName(subdomain: string, address: IpAddress): boolean {
  if (subdomain === '') return false;
  const name = subdomain.toLowerCase();
  return genericLabels.test(name) || containsAddress(name, address) || /[0-9a-f]{10,}/.test(name) || (name.match(/\d/g)?.length ?? 0) >= 6;
}

function containsAddress(name: string, address: IpAddress): boolean {
  const text = formatIpAddress(address);
  if (address.version === 6) return name.replaceAll(/[-.:]/g, '').includes(text.replaceAll(':', '').slice(0, 8));
  const parts = text.split('.');
  const digits = name.replaceAll(/\D+/g, '-');
  const hex = address.value.toString(16).padStart(8, '0');
  return (
    [parts, parts.toReversed()].some((order) => digits.includes(order.join('-')) || digits.includes(order.slice(1).join('-'))) ||
    name.includes(hex)
  );
}
