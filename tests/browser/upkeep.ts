/** Machines, faults, orders, rounds and parts for the browser to show, made over HTTP as people would make them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { WorkOrderDetail } from '../../model/contract/maintenance/work-orders.ts'
import { equipment, faults, roundRoutes, roundStops, spareParts } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { addRow } from '../support/values.ts'

const ORDER = '/api/maintenance/workorder'
/** What is looked at at each stop of {@link roundOf}. */
export const ITEMS = [
  { key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: true },
  { key: 'oil', text: 'Oil temperature', kind: 'number', unit: '°C', low: 10, high: 80, required: true, opensOrder: true },
] as const

export interface Machine {
  readonly id: string
  readonly code: string
}

/** A machine that no device measures on. */
export async function machineOf(client: Client): Promise<Machine> {
  const code = `M-${unique()}`
  const { id } = await addRow(client, equipment, { equipmentCode: code, deviceId: null, purchasedAt: '', equipmentState: 'in-service' })
  return { id, code }
}

/** A fault of a machine, as it was reported. */
export const faultOf = async (client: Client, machine: Machine): Promise<string> =>
  (await addRow(client, faults, { equipmentId: machine.id, faultTitle: 'Pump leaks', downFrom: '', downTo: '' })).id

/** An order that waits for its approval, opened for a fault that was confirmed with a remark. */
export async function orderOfFault(client: Client, faultId: string): Promise<string> {
  const confirmed = await client.post<{ version: number }>('/api/maintenance/fault/actOnFault', {
    ...{ id: faultId, version: 1, transition: 'confirm', note: 'seen by day' },
  })
  expect(confirmed.http, confirmed.message).toBe(200)
  const { http, data, message } = await client.post<{ id: string }>('/api/maintenance/fault/orderFault', {
    ...{ id: faultId, version: confirmed.data.version, orderPriority: 3 },
  })
  expect(http, message).toBe(200)
  return data.id
}

export const orderDetail = async (client: Client, id: string): Promise<WorkOrderDetail> =>
  (await client.get<WorkOrderDetail>(`${ORDER}/queryWorkOrderDetail`, { id })).data

/** A round that was begun, of a route with these stops; each is at a machine or at none. */
export async function roundOf(client: Client, stops: readonly { readonly name: string; readonly machine?: Machine }[]): Promise<string> {
  const { id: routeId } = await addRow(client, roundRoutes, {
    ...{ everyCount: 1, everyUnit: 'day', firstDue: `${new Date().toISOString().slice(0, 10)} 00:00:00`, roundTimes: '08:00,20:00' },
    ...{ graceMinutes: 120, routeStatus: 1, assigneeId: null, notifyRole: null },
  })
  for (const [at, { name, machine }] of stops.entries())
    await addRow(client, roundStops, {
      ...{ routeId, stopOrder: at + 1, stopName: name, equipmentId: machine?.id ?? null, checks: JSON.stringify(ITEMS) },
    })
  const { http, data, message } = await client.post<{ id: string }>('/api/maintenance/round/startRound', {
    routeId,
    requestId: randomUUID(),
  })
  expect(http, message).toBe(200)
  return data.id
}

/** A spare part of which there is nothing yet; its code. */
export async function partOf(client: Client): Promise<string> {
  const code = `P-${unique()}`
  await addRow(client, spareParts, { partCode: code })
  return code
}
