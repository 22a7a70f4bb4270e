/**
 * Where the server may be led by somebody who names a device: into the networks that the operator has given to the tenant, and nowhere
 * else. Even there never to itself or its neighbours on the link, where services listen that trust whoever reaches them, such as the
 * metadata of a cloud; an address of the server itself has to be given by name, as that of a gateway or simulator on the same machine.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Address, Network } from '../../../model/tenant/networks.ts'
import { holds, holdsPort, isSingle, parseAddress } from '../../../model/tenant/networks.ts'

/** Closed whatever is given. */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 3],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32], // metadata that does not stand at a link-local address
] as const)
  closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32], // these carry addresses of the other protocol
] as const)
  closed.addSubnet(network, prefix, 'ipv6')
/** The same, of the deprecated IPv4-compatible addresses; `::1` among them is the server itself. */
const compatible = new BlockList()
compatible.addSubnet('::', 96, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is the server's own: loopback, or one of its interfaces just now. */
export function isOwn(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (loopback.check(address, family)) return true
  const at = parseAddress(address)
  return Object.values(networkInterfaces())
    .flat()
    .some((own) => own !== undefined && isSame(parseAddress(own.address), at))
}

const isSame = (one: Address | undefined, other: Address | undefined) =>
  one !== undefined && one.family === other?.family && one.value === other.value

/** Whether an address is never polled, whatever networks the tenant has. IPv6 that means IPv4 is judged as what it means. */
export function isClosed(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return isIP(address) === 0 || closed.check(address, family) || (compatible.check(address, family) && !loopback.check(address, family))
}

/** Whether a port of an IP address may be asked by a tenant that has these networks. */
export function isWithin(address: string, port: number, networks: readonly Network[]): boolean {
  const at = parseAddress(address)
  if (!at || isClosed(address)) return false
  const found = networks.filter((network) => holds(network, at, port))
  return found.some(isSingle) || (found.length > 0 && !isOwn(address))
}

/** What old resolvers take for an address of IPv4, such as `127.1` or `2130706433`: nobody writes a device's so. */
const ODD_NUMBER = /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i

type LookUp = (host: string) => Promise<readonly { address: string }[]>
const lookUpAll: LookUp = (host) => lookup(host, { all: true, verbatim: true })

/**
 * The address behind a name, which is then asked by that address: a name could mean another one a moment later.
 * @returns Nothing where there is none that may be asked, or the look-up takes too long. All that a name means must be within the networks.
 */
export async function addressOf(
  host: string,
  port: number,
  networks: readonly Network[],
  limitMs: number,
  lookUp = lookUpAll,
): Promise<string | undefined> {
  if (isIP(host) !== 0) return isWithin(host, port, networks) ? host : undefined
  // A name that leads nowhere anyway is not even looked up: how long that takes tells whether it is known here.
  if (ODD_NUMBER.test(host) || !networks.some((network) => holdsPort(network, port))) return undefined
  const found = await resolve(host, limitMs, lookUp)
  return found.every((address) => isWithin(address, port, networks)) ? found[0] : undefined
}

/** All addresses of a host, whatever they are; none where it is unknown, or the look-up takes too long. */
export async function resolve(host: string, limitMs: number, lookUp = lookUpAll): Promise<readonly string[]> {
  const found = await Promise.race([
    lookUp(host).catch(() => []),
    new Promise<[]>((late) => {
      setTimeout(() => late([]), limitMs).unref()
    }),
  ])
  return found.map(({ address }) => address)
}

/** What can be said of a host without looking it up: of an address everything, of a name only whether it has a port to be asked at. */
export function mayBeWithin(host: string, port: number, networks: readonly Network[]): boolean {
  if (isIP(host) !== 0) return isWithin(host, port, networks)
  return !ODD_NUMBER.test(host) && networks.some((network) => holdsPort(network, port))
}
