/**
 * Rows that widgets show, each kind judged by the caller's right to the list of its noun, their hidden fields and the scope of their rows. Widgets that ask for
 * the same rows share one statement.
 */
import { sql } from 'kysely'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { alarms, components, devices, runs, workOrders } from '../../../../model/index.ts'
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { columnOf } from '../../../../model/resource.ts'
import { own } from '../../../kernel/resources/row-text.ts'
import { alarmsAt } from './alarms-at.ts'
import type { Asked } from './asked-rows.ts'
import { neededBy } from './asked-rows.ts'
import { gravest } from './gravest.ts'
import { givenOf, orderedBy, readRows, seenNoun } from './list-query.ts'
import { devicePlaces, sitePlaces } from './place-rows.ts'
import { runRows } from './run-rows.ts'
import type { VariableValues } from './variables.ts'

/** Kinds of rows that one page asks for; widgets beyond them are withheld. Each is a statement. */
const MAX_LISTS = 60

export interface ReadLists {
  readonly lists: Record<string, ScreenList>
  /** Widgets whose rows the caller may not have. */
  readonly withheld: readonly string[]
}

interface Reading {
  readonly caller: Caller
  readonly variables: VariableValues
  readonly now: number
  /** A moment that is played back: of it alarms alone are known (alarm_events). */
  readonly at?: number | undefined
}

/** The rows of all widgets of a page that show rows, by the ids of the widgets. */
export async function readLists(tx: Transaction, widgets: readonly ScreenWidget[], reading: Reading): Promise<ReadLists> {
  const needed = widgets.flatMap((widget) => {
    const need = neededBy(widget, reading.variables)
    return need && (reading.at === undefined || need.asked.of === 'alarms') ? [{ id: widget.id, ...need }] : []
  })
  const groups = [...Map.groupBy(needed, ({ asked }) => JSON.stringify(asked)).values()]
  // Told without waiting in between, they travel together.
  const answers = await Promise.all(
    groups.map(async (group, at) => {
      const [first] = group
      if (!first || at >= MAX_LISTS) return { group, list: undefined }
      return { group, list: await readList(tx, first.asked, Math.max(...group.map(({ rows }) => rows)), reading) }
    }),
  )
  const lists: Record<string, ScreenList> = {}
  const withheld: string[] = []
  for (const { group, list } of answers)
    for (const { id, rows } of group) {
      if (list === undefined) withheld.push(id)
      else lists[id] = { ...list, rows: list.rows.slice(0, rows) } as ScreenList
    }
  return { lists, withheld }
}

/** The rows; undefined where the caller may not have them. */
async function readList(tx: Transaction, asked: Asked, limit: number, reading: Reading): Promise<ScreenList | undefined> {
  switch (asked.of) {
    case 'alarms':
      return reading.at === undefined
        ? alarmRows(tx, asked, limit, reading.caller)
        : alarmsAt(tx, asked, { limit, caller: reading.caller, at: reading.at })
    case 'devices':
      return deviceRows(tx, asked, limit, reading.caller)
    case 'places':
      return asked.show === 'sites'
        ? sitePlaces(tx, asked.siteId, limit, reading.caller)
        : devicePlaces(tx, asked.siteId, limit, reading.caller)
    case 'runs':
      return runRows(tx, asked, { limit, ...reading })
    case 'orders':
      return orderRows(tx, asked.siteId, limit, reading.caller)
    case 'yard':
      return yardRows(tx, asked, limit, reading.caller)
  }
}

async function alarmRows(
  tx: Transaction,
  { siteId, deviceId, priority }: Extract<Asked, { of: 'alarms' }>,
  limit: number,
  caller: Caller,
): Promise<ScreenList | undefined> {
  const filters = { isCurrent: '1', siteId, deviceId }
  const noun = seenNoun(caller, alarms, [...givenOf(filters), 'alarmState', ...(priority === undefined ? [] : ['alarmPriority'])])
  if (!noun) return undefined
  const { rows, total } = await readRows<ScreenRows<'alarms'>[number]>(tx, noun, {
    filters,
    only: priority === undefined ? [] : [sql`${own('alarm_priority')} <= ${priority}`],
    columns: {
      state: noun.plain('alarmState'),
      priority: noun.plain('alarmPriority'),
      title: noun.plain('ruleName'),
      deviceId: sql`${noun.plain('deviceId')}::text`,
      deviceName: noun.named('deviceId'),
      pointName: noun.plain('pointName'),
      value: noun.plain('alarmValue'),
      unit: noun.plain('unit'),
      raisedAt: noun.moment('raisedAt'),
    },
    // Their order tells what it is made of.
    order: ['urgency', 'alarmPriority', 'raisedAt'].every((field) => noun.view.sees(field)) ? [sql`${own('urgency')}`] : [],
    limit,
  })
  return { of: 'alarms', rows: [...rows], total }
}

/** Whether it is heard of, in the words of players; late is heard of, and its age stands beside it. */
const STATE_OF: Readonly<Record<Presence, 'online' | 'offline' | 'unknown'>> = {
  online: 'online',
  late: 'online',
  silent: 'offline',
  never: 'unknown',
  disabled: 'unknown',
}

interface DeviceColumns extends Omit<ScreenRows<'devices'>[number], 'state'> {
  readonly presence: Presence | null
}

async function deviceRows(
  tx: Transaction,
  { siteId, deviceTypeId, ids }: Extract<Asked, { of: 'devices' }>,
  limit: number,
  caller: Caller,
): Promise<ScreenList | undefined> {
  const filters = { siteId, deviceTypeId }
  const noun = seenNoun(caller, devices, givenOf(filters))
  if (!noun) return undefined
  const { rows, total } = await readRows<DeviceColumns>(tx, noun, {
    filters,
    only: ids === undefined ? [] : [sql`${own('id')} = any(${[...ids]}::uuid[])`],
    columns: {
      deviceCode: noun.plain('deviceCode'),
      deviceName: noun.plain('deviceName'),
      siteName: noun.named('siteId'),
      presence: noun.plain('presence'),
      seenAt: noun.moment('lastSeenAt'),
      priority: gravest(caller, sql`standing.id = ${own('id')}`),
    },
    order: orderedBy(noun.view.sees('deviceCode') ? 'deviceCode' : undefined),
    limit,
  })
  return {
    of: 'devices',
    rows: rows.map(({ presence, ...row }) => ({ ...row, state: presence === null ? 'unknown' : STATE_OF[presence] })),
    total,
  }
}

async function orderRows(tx: Transaction, siteId: string | undefined, limit: number, caller: Caller): Promise<ScreenList | undefined> {
  const filters = { isOpen: '1', siteId }
  const noun = seenNoun(caller, workOrders, givenOf(filters))
  if (!noun) return undefined
  const { rows, total } = await readRows<ScreenRows<'orders'>[number]>(tx, noun, {
    filters,
    columns: {
      orderNumber: noun.plain('orderNumber'),
      title: noun.plain('orderTitle'),
      state: noun.plain('orderState'),
      priority: sql`${noun.plain('orderPriority')}::text`,
      equipmentName: noun.named('equipmentId'),
      assignee: noun.named('assigneeId'),
      openedAt: noun.moment('createTime'),
      dueAt: noun.moment('dueAt'),
    },
    // What is due first stands first.
    order: orderedBy(noun.view.sees('dueAt') ? 'dueAt' : undefined),
    limit,
  })
  return { of: 'orders', rows: [...rows], total }
}

async function yardRows(
  tx: Transaction,
  { siteId, ids }: Extract<Asked, { of: 'yard' }>,
  limit: number,
  caller: Caller,
): Promise<ScreenList | undefined> {
  const filters = { siteId }
  const noun = seenNoun(caller, components, givenOf(filters))
  if (!noun) return undefined
  // The run that goes on, or else the last one.
  const run = seenNoun(caller, runs, ['componentId', 'runState', 'startedAt'])
  const ofRun = (field: string, column = columnOf(field)) =>
    run && (field === 'id' || run.view.sees(field))
      ? sql`(select ${sql.ref(`last.${column}`)}::text from run_list last where last.tenant_id = ${own('tenant_id')} and last.component_id = ${own('id')}
          order by last.run_state = 'running' desc, last.started_at desc, last.id desc limit 1)`
      : sql`null`
  const { rows, total } = await readRows<ScreenRows<'yard'>[number]>(tx, noun, {
    filters,
    only: ids === undefined ? [] : [sql`${own('id')} = any(${[...ids]}::uuid[])`],
    columns: {
      componentCode: noun.plain('componentCode'),
      componentName: noun.plain('componentName'),
      siteName: noun.named('siteId'),
      runId: ofRun('id'),
      stage: ofRun('runStage'),
      verdict: ofRun('runVerdict'),
    },
    order: orderedBy(noun.view.sees('componentCode') ? 'componentCode' : undefined),
    limit,
  })
  return { of: 'yard', rows: [...rows], total }
}
