/** Networks that somebody names, in CIDR notation (RFC 4632, RFC 4291), and whether an address lies in one of them. */
import { BlockList, isIP, isIPv4 } from 'node:net'

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * The network that a text names, as it is stored: `10.1.0.0/16`, `2001:db8::/32`; an address alone is a network of one. `undefined` where it is neither.
 */
export function networkNamed(text: string): string | undefined {
  const read = parse(text.trim())
  return read && `${read.address}/${read.bits}`
}

/**
 * Whether an address lies in one of the networks. What is no address lies in none.
 * @param networks As {@link networkNamed} gives them. @param address As a socket or a trusted proxy gives it: IPv4 within IPv6 is IPv4
 */
export function isWithinNetworks(networks: readonly string[], address: string | undefined): boolean {
  const bare = bareAddress(address ?? '')
  const family = isIP(bare)
  return family !== 0 && listOf(networks).check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** `::ffff:192.0.2.1` is how a socket of both families calls an IPv4 address (RFC 4291, section 2.5.5.2); what follows `%` names an interface of our own. */
function bareAddress(address: string): string {
  const [plain = ''] = address.split('%')
  const inside = /^::ffff:(.*)$/i.exec(plain)?.[1] ?? ''
  return isIPv4(inside) ? inside : plain
}

function parse(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined
  const most = family === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const length = bits === undefined ? most : Number(bits)
  return length <= most ? { address: address.toLowerCase(), bits: length, family: family === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** Made once a list: an identity is remembered, and with it the list of its networks. */
const known = new WeakMap<readonly string[], BlockList>()

function listOf(networks: readonly string[]): BlockList {
  let list = known.get(networks)
  if (!list) {
    known.set(networks, (list = new BlockList()))
    for (const text of networks) {
      const network = parse(text)
      if (network) list.addSubnet(network.address, network.bits, network.family)
    }
  }
  return list
}
