/** How many messages of a channel and of a tenant are on their way at a time. */
import { expect, it } from 'vitest'
import type { TenantId } from '../../../model/brands.ts'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import { openSlots } from './slots.ts'

const [a, b] = [asTenantId('a'), asTenantId('b')]
const sent = (tenant_id: TenantId, channel_id: string | null) => ({ tenant_id, channel_id })

it('a tenant has half of the slots, and a channel two of them', () => {
  const slots = openSlots(8)
  for (const channel of ['one', 'one', 'two']) slots.take(sent(a, channel))
  expect(slots.occupied()).toEqual({ channels: ['one'], tenants: [] })
  slots.take(sent(a, 'two'))
  expect(slots.occupied()).toEqual({ channels: ['one', 'two'], tenants: [a] })
  expect(slots.areAllBusy()).toBe(false)
  for (let count = 0; count < 4; count += 1) slots.take(sent(b, null))
  expect(slots.areAllBusy()).toBe(true)
  slots.free(sent(a, 'one'))
  expect(slots.occupied()).toEqual({ channels: ['two'], tenants: [b] })
  expect(slots.areAllBusy()).toBe(false)
})

it('of an odd number the greater half', () => {
  const slots = openSlots(3)
  slots.take(sent(a, null))
  expect(slots.occupied().tenants).toEqual([])
  slots.take(sent(a, null))
  expect(slots.occupied().tenants).toEqual([a])
})
