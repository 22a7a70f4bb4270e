/**
 * Where somebody's webhook may lead the server: to public addresses at port 443 by TLS, and into the networks that the operator has given to
 * the tenant. Nowhere else, whatever a name means: behind private addresses stand services that trust whoever reaches them (server-side
 * request forgery, OWASP API7:2023).
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Network } from '../../../model/tenant/networks.ts'
import { WEBHOOK_PORT } from '../../../model/tenant/networks.ts'
import { isClosed, isOwn, isWithin, resolve } from './host.ts'

/** Addresses that are not routed in public (IANA special-purpose registries), beside those that are always closed. */
const unrouted = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  unrouted.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 what is public is said, and not what is private (RFC 4291): global unicast, but for documentation and protocol assignments. */
const routed6 = new BlockList()
routed6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  unrouted.addSubnet(network, prefix, 'ipv6')

function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  // IPv6 that means IPv4 is refused altogether: nobody writes a public address so.
  return !isClosed(address) && !unrouted.check(address, family) && (family === 'ipv4' || routed6.check(address, 'ipv6')) && !isOwn(address)
}

/** What of an address counts: who is asked, at which port, and whether by TLS. */
export interface WebhookPlace {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** The place of a URL; nothing where it is none of HTTP, or carries a name and a password. */
export function placeOf(url: string): WebhookPlace | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, username, password } = new URL(url)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined
  const isSecure = protocol === 'https:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? WEBHOOK_PORT : 80), isSecure }
}

/** Whether this address may be asked. Plain HTTP goes to given networks alone. */
export function mayLeadTo(address: string, { port, isSecure }: WebhookPlace, networks: readonly Network[]): boolean {
  return isWithin(address, port, networks) || (isSecure && port === WEBHOOK_PORT && isPublic(address))
}

/** What can be said before a name is looked up: of an address everything, of a name only whether its port is open to any. */
export function mayLead(place: WebhookPlace, networks: readonly Network[]): boolean {
  if (isIP(place.host) !== 0) return mayLeadTo(place.host, place, networks)
  if (place.isSecure && place.port === WEBHOOK_PORT) return true
  return networks.some(({ ports }) => ports.some(([from, to]) => from <= place.port && place.port <= to))
}

const lookUpAll = (host: string) => lookup(host, { all: true, verbatim: true })

/**
 * The address to connect to, and by no other name: a name could mean another one a moment later.
 * @returns Nothing where there is none that may be asked, or the look-up takes too long. All that a name means must be open.
 */
export async function addressOfPlace(
  place: WebhookPlace,
  networks: readonly Network[],
  limitMs: number,
  lookUp: (host: string) => Promise<readonly { address: string }[]> = lookUpAll,
): Promise<string | undefined> {
  if (!mayLead(place, networks)) return undefined
  const found = isIP(place.host) !== 0 ? [place.host] : await resolve(place.host, limitMs, lookUp)
  return found.every((address) => mayLeadTo(address, place, networks)) ? found[0] : undefined
}
