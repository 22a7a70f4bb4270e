/** How many messages of a channel and of a tenant are on their way at a time. */
import { expect, it } from 'vitest'
import type { TenantId } from '../../../model/brands.ts'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import { openHands } from './hands.ts'

const [a, b] = [asTenantId('a'), asTenantId('b')]
const sent = (tenant_id: TenantId, channel_id: string | null) => ({ tenant_id, channel_id })

it('a tenant has half of the hands, and a channel two of them', () => {
  const hands = openHands(8)
  for (const channel of ['one', 'one', 'two']) hands.take(sent(a, channel))
  expect(hands.occupied()).toEqual({ channels: ['one'], tenants: [] })
  hands.take(sent(a, 'two'))
  expect(hands.occupied()).toEqual({ channels: ['one', 'two'], tenants: [a] })
  expect(hands.areAllBusy()).toBe(false)
  for (let count = 0; count < 4; count += 1) hands.take(sent(b, null))
  expect(hands.areAllBusy()).toBe(true)
  hands.free(sent(a, 'one'))
  expect(hands.occupied()).toEqual({ channels: ['two'], tenants: [b] })
  expect(hands.areAllBusy()).toBe(false)
})

it('of an odd number the greater half', () => {
  const hands = openHands(3)
  hands.take(sent(a, null))
  expect(hands.occupied().tenants).toEqual([])
  hands.take(sent(a, null))
  expect(hands.occupied().tenants).toEqual([a])
})
