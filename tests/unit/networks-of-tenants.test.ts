import { expect, it } from 'vitest'
import { tenants } from '../../model/index.ts'
import { describe as inWords } from '../../model/messages.ts'
import { holds, networksOf, overlap, parseAddress, parseNetwork } from '../../model/tenant/networks.ts'
import type { Network } from '../../model/tenant/networks.ts'

const network = (text: string) => parseNetwork(text) as Network
const isIn = (text: string, address: string, port: number) => {
  const at = parseAddress(address)
  return at !== undefined && holds(network(text), at, port)
}

it('reads networks, addresses and ports as they are written', () => {
  expect(isIn('10.20.0.0/16:502,1502', '10.20.255.255', 1502)).toBe(true)
  expect(isIn('10.20.0.0/16:502,1502', '10.21.0.0', 502)).toBe(false)
  expect(isIn('10.20.0.0/16:502,1502', '10.20.0.1', 503)).toBe(false)
  expect(isIn('10.0.0.7', '10.0.0.7', 502)).toBe(true)
  expect(isIn('10.0.0.7', '10.0.0.7', 1502)).toBe(false)
  expect(isIn('10.0.0.7:500-510', '10.0.0.7', 510)).toBe(true)
  expect(isIn('[fd12:3456::/32]:1502', 'fd12:3456:0:1::9', 1502)).toBe(true)
  expect(isIn('fd12:3456::/32', 'FD12:3456::1', 502)).toBe(true)
  expect(isIn('fd12:3456::/32', 'fd12:3457::1', 502)).toBe(false)
  // What means IPv4 is IPv4.
  expect(isIn('10.0.0.0/8', '::ffff:10.0.0.7', 502)).toBe(true)
  expect(isIn('10.0.0.0/8', '::ffff:a00:7', 502)).toBe(true)
})

it.each([
  '10.20.0.1/16',
  '10.20.0.0/33',
  '10.20.0',
  '010.0.0.1',
  '256.0.0.1',
  '10.0.0.1:0',
  '10.0.0.1:65536',
  '10.0.0.1:9-5',
  '10.0.0.1:',
  '10.0.0.1:a',
  'plc.example.com',
  'fd12::/129',
  'fd12::1::2',
  '[fd12::/48]:',
  'fd12:::1',
  '::ffff:10.0.0.1',
  '[10.0.0.1]:502',
  'fd12::1/16',
  '',
  '10.0.0.1/',
  'http://10.0.0.1',
])('takes %j for no network', (text) => {
  expect(parseNetwork(text)).toBeUndefined()
})

it('tells whether two share a port of an address', () => {
  const shares = (one: string, other: string) => [overlap(network(one), network(other)), overlap(network(other), network(one))]
  expect(shares('10.0.0.0/8', '10.1.2.3')).toEqual([true, true])
  expect(shares('10.0.0.0/8:502', '10.1.2.3:1502')).toEqual([false, false])
  expect(shares('10.0.0.0/24', '10.0.1.0/24')).toEqual([false, false])
  expect(shares('10.0.0.1:1-1000', '10.0.0.1:7,999-1001')).toEqual([true, true])
  expect(shares('::/0', '0.0.0.0/0')).toEqual([false, false])
})

it('gives the form one a line, and names the entry that is wrong', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => `${key} ${values['entry'] as string}`
  const found = tenants.fields.modbusNetworks.check.safeParse('10.0.0.1\n10.20.0.1/16', { reportInput: true })
  expect(
    inWords(
      (found.error?.issues ?? []).map((issue) => ({ ...issue, path: ['modbusNetworks'] })),
      tenants,
      t as never,
    ),
  ).toEqual([{ field: 'modbusNetworks', message: 'check.network 10.20.0.1/16' }])
  expect(tenants.fields.modbusNetworks.check.parse(' 10.0.0.1 10.0.0.2:7;fd12::/48\n')).toBe('10.0.0.1\n10.0.0.2:7\nfd12::/48')
  expect(networksOf('10.0.0.1\nnonsense fd12::/48').map(({ text }) => text)).toEqual(['10.0.0.1', 'fd12::/48'])
})
