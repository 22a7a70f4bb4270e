/**
 * Where the server may be sent by somebody who names a device: never to itself or its neighbours on the link, where services
 * listen that trust whoever reaches them, such as the metadata of a cloud. Devices stand in private networks, which are allowed.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8], ['127.0.0.0', 8], ['169.254.0.0', 16], ['192.0.0.0', 24], ['224.0.0.0', 3],
  ['100.100.100.200', 32], ['168.63.129.16', 32], // metadata that does not stand at a link-local address
] as const) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127], ['fe80::', 10], ['ff00::', 8], ['fd00:ec2::', 32], ['64:ff9b::', 96], ['2002::', 16], ['2001::', 32], // the last three carry addresses of the other protocol
] as const) closed.addSubnet(network, prefix, 'ipv6')

/** The server itself: closed, unless the operator of the platform lets tests and simulators stand there. */
const itself = new BlockList()
itself.addSubnet('127.0.0.0', 8, 'ipv4')
itself.addAddress('::1', 'ipv6')

/** Whether an IP address may be asked. IPv6 that means IPv4 is judged as what it means. */
export function isOpen(address: string, isLocalAllowed: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) return false
  return (isLocalAllowed && itself.check(address, family)) || !closed.check(address, family)
}

/** What old resolvers take for an address of IPv4, such as `127.1` or `2130706433`: nobody writes a device's so. */
const ODD_NUMBER = /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i

/**
 * The address behind a name, which is then asked by that address: a name could mean another one a moment later.
 * @returns Nothing where there is none that may be asked, or the look-up takes too long. All that a name means must be open.
 */
export async function addressOf(host: string, isLocalAllowed: boolean, limitMs: number): Promise<string | undefined> {
  if (isIP(host) === 0 && ODD_NUMBER.test(host)) return undefined
  const found = await Promise.race([
    lookup(host, { all: true, verbatim: true }).catch(() => []),
    new Promise<[]>((resolve) => { setTimeout(() => resolve([]), limitMs).unref() }),
  ])
  return found.every(({ address }) => isOpen(address, isLocalAllowed)) ? found[0]?.address : undefined
}
