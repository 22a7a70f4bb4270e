/**
 * The networks in which the Modbus devices of a tenant may stand, as the operator writes them, one a line: `10.20.0.0/16:502,1502`, an
 * address alone, `[fd12::/48]:502-510`. Without a port, 502 is meant; of the networks of webhooks, which are written alike, 443.
 */
import * as z from 'zod/mini'

export interface Address {
  readonly family: 4 | 6
  readonly value: bigint
}

export interface Network {
  /** As it was written, and the address in it. */
  readonly text: string
  readonly address: string
  readonly family: 4 | 6
  /** The lowest and the highest address. */
  readonly first: bigint
  readonly last: bigint
  /** Each from its lowest to its highest port. */
  readonly ports: readonly (readonly [number, number])[]
}

export const MODBUS_PORT = 502
export const WEBHOOK_PORT = 443
export const NETWORKS_LENGTH = 4000
const BITS = { 4: 32, 6: 128 } as const
/** IPv6 that means an address of IPv4: `::ffff:0:0/96` (RFC 4291, 2.5.5.2). */
const MAPPED = 0xffffn << 32n

/** An IP address as a number; an IPv4-mapped one as what it means. Nothing for names and for what old resolvers take for addresses. */
export function parseAddress(text: string): Address | undefined {
  const value = text.includes(':') ? valueOf6(text.toLowerCase()) : valueOf4(text)
  if (value === undefined) return undefined
  if (text.includes(':')) return value >> 32n === MAPPED >> 32n ? { family: 4, value: value - MAPPED } : { family: 6, value }
  return { family: 4, value }
}

function valueOf4(text: string): bigint | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return undefined
  return parts.reduce((value, part) => (value << 8n) + BigInt(part), 0n)
}

function valueOf6(text: string): bigint | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const low = tail ? valueOf4(tail[2] ?? '') : undefined
  if (tail && low === undefined) return undefined
  const halves = (tail && low !== undefined ? `${tail[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}` : text).split('::')
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - before.length - after.length
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined
  return groups.reduce((value, group) => (value << 16n) + BigInt(`0x${group}`), 0n)
}

/** Address, length of the prefix, ports. IPv6 with ports stands in brackets. */
const FORM =
  /^(?:\[(?<six>[0-9a-f:.]+)(?:\/(?<prefix6>\d{1,3}))?\]|(?<four>[\d.]+)(?:\/(?<prefix4>\d{1,2}))?)(?::(?<ports>[\d,-]+))?$|^(?<bare>[0-9a-f:.]*:[0-9a-f:.]*)(?:\/(?<prefix>\d{1,3}))?$/i

/** The network that the text names. Nothing where it is no network: an address with bits beyond its prefix is none, it is likely a slip. */
export function parseNetwork(text: string, usualPort: number = MODBUS_PORT): Network | undefined {
  const found = FORM.exec(text)?.groups
  const address = found?.['six'] ?? found?.['four'] ?? found?.['bare'] ?? ''
  const at = parseAddress(address)
  const ports = portsOf(found?.['ports'] ?? String(usualPort))
  // A mapped address has a plain spelling.
  if (!found || !at || !ports || (at.family === 4) !== (found['four'] !== undefined)) return undefined
  const bits = BITS[at.family]
  const prefix = Number(found['prefix6'] ?? found['prefix4'] ?? found['prefix'] ?? bits)
  if (prefix > bits) return undefined
  const size = 1n << BigInt(bits - prefix)
  return at.value % size === 0n ? { text, address, family: at.family, first: at.value, last: at.value + size - 1n, ports } : undefined
}

function portsOf(text: string): (readonly [number, number])[] | undefined {
  const ports = text
    .split(',')
    .map((part) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part))
    .map((found) => [Number(found?.[1] ?? 0), Number(found?.[2] ?? found?.[1] ?? 0)] as const)
  return ports.every(([from, to]) => from >= 1 && from <= to && to <= 65_535) ? ports : undefined
}

const entriesOf = (text: string) => text.split(/[\s;]+/).filter(Boolean)

/** The networks of a text that has been checked; nothing else in it counts. */
export function networksOf(text: string | null | undefined, usualPort: number = MODBUS_PORT): Network[] {
  return entriesOf(text ?? '').flatMap((entry) => parseNetwork(entry, usualPort) ?? [])
}

/** Whether both hold the same port of the same address. */
export function overlap(one: Network, other: Network): boolean {
  return (
    one.family === other.family &&
    one.first <= other.last &&
    other.first <= one.last &&
    one.ports.some(([from, to]) => other.ports.some(([low, high]) => from <= high && low <= to))
  )
}

/** Whether the network includes the port. */
export function holdsPort({ ports }: Network, port: number): boolean {
  return ports.some(([from, to]) => from <= port && port <= to)
}

/** Whether the network includes this address of the same family, at this port. */
export function holds(network: Network, { family, value }: Address, port: number): boolean {
  return network.family === family && network.first <= value && value <= network.last && holdsPort(network, port)
}

/** Whether the network is a single address, named by whoever meant it. */
export function isSingle({ first, last }: Network): boolean {
  return first === last
}

/** The field's check: the first entry that is no network is what it finds. One a line is what it gives. */
export const NETWORKS = z.pipe(
  z.string().check((context) => {
    const wrong = entriesOf(context.value).find((entry) => !parseNetwork(entry))
    if (wrong !== undefined) context.issues.push({ code: 'custom', message: 'network', input: wrong })
  }),
  z.transform((text: string) => entriesOf(text).join('\n')),
)
