/** What services of processes do outside of their engine: tell people, read and enter readings, act on alarms, open and close work orders. Put together here, since processes know none of these. */
import { millis } from '../model/brands.ts'
import type { Service } from '../model/workflow/settings.ts'
import { isWritten } from '../model/expression/read-text.ts'
import { later, readTimer } from '../model/workflow/timers.ts'
import { MAX_SHELF_MINUTES } from '../model/acquisition/alarm-states.ts'
import type { NamedPoint } from './acquisition/index.ts'
import { actAsProcess, figuresOf, latestValue, noteOnPoint, noteReading, pointNamed } from './acquisition/index.ts'
import type { Transaction } from './kernel/database/tenant.ts'
import { tenantOf } from './kernel/database/tenant-id.ts'
import type { Clock } from './kernel/runtime/clock.ts'
import type { DomainEvents } from './kernel/runtime/domain-events.ts'
import type { Invalidations } from './kernel/runtime/invalidations.ts'
import type { Scheduler } from './kernel/runtime/scheduler.ts'
import { closeAsProcess, deviceNamed, equipmentNamed, noteOnMachine, openAsProcess } from './maintenance/index.ts'
import { notifyPeople } from './messaging/index.ts'
import type { PerformService, ServiceCall } from './workflow/index.ts'
import { ServiceError } from './workflow/index.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown what a process said. */
const NOTICE_HOURS = 168

interface Parts {
  readonly invalidations: Invalidations
  readonly domainEvents: DomainEvents
  readonly scheduler: Scheduler
  readonly clock: Clock
}
type Of<Kind extends Service['do']> = Extract<Service, { do: Kind }>

/** Returns what carries services out, in the transaction of their step. @throws ServiceError, ExpressionError */
export const performService =
  (parts: Parts): PerformService =>
  (call) => {
    const { service } = call
    switch (service.do) {
      case 'notify':
      case 'mail':
        return notify(parts, call, service)
      case 'read-latest':
        return readLatest(call, service)
      case 'read-aggregate':
        return readFigures(parts, call, service)
      case 'record-reading':
        return record(parts, call, service)
      case 'alarm':
        return actOnAlarm(parts, call, service)
      case 'add-note':
        return addNote(parts, call, service)
      case 'maintenance-order':
        return service.act === 'create' ? createOrder(parts, call, service) : closeOrder(parts, call, service)
      case 'set':
      case 'start':
      case 'http':
        throw new Error(`the engine itself does ${service.do}`)
    }
  }

/** A notification has one text for all its readers, and so says what the model says in each language. */
async function notify({ invalidations }: Parts, { tx, receivers }: ServiceCall, service: Of<'notify' | 'mail'>) {
  const textsOf = ({ zh, tw, en }: typeof service.title) => [...new Set([zh, tw, en].filter((text) => text !== undefined))]
  await notifyPeople(tx, invalidations, {
    ...receivers,
    tenantId: tenantOf(tx),
    title: textsOf(service.title).join(' / ').slice(0, MAX_TITLE_CHARACTERS),
    lines: textsOf(service.text),
    hours: NOTICE_HOURS,
    byMail: service.do === 'mail',
    language: 'zh',
  })
  return {}
}

async function readLatest({ tx, held }: ServiceCall, { point, into }: Of<'read-latest'>) {
  const named = await pointOf(tx, held, point)
  return { [into]: await latestValue(tx, named.point) }
}

async function readFigures({ clock }: Parts, { tx, held }: ServiceCall, { point, take, over, into }: Of<'read-aggregate'>) {
  const named = await pointOf(tx, held, point)
  const to = clock.now()
  const figures = await figuresOf(tx, named.point, { from: millis(shifted(to, over, -1, await tx.timeZone())), to })
  return { [into]: figures[take] }
}

async function record(parts: Parts, { tx, held }: ServiceCall, { point, value: written }: Of<'record-reading'>) {
  const named = await pointOf(tx, held, point)
  const { value } = held.variables.read(written)
  const number = typeof value === 'boolean' ? Number(value) : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  // Named by what the model says, here and below: what it gives may be of a field that not everybody sees who sees incidents.
  if (!Number.isFinite(number)) throw new ServiceError(written, 'no-number')
  await noteReading(tx, parts, named, number)
  return {}
}

/** Whether what it names is there is asked before anything is written: it is noted of both, or of none. */
async function addNote({ clock }: Parts, { tx, held }: ServiceCall, { point, equipment, note }: Of<'add-note'>) {
  const named = point === undefined ? undefined : await pointOf(tx, held, point)
  const equipmentId = await idOf(tx, held, equipment, equipmentNamed, 'no-equipment')
  const text = textOf(isWritten(note) ? held.variables.read(note).value : note)
  if (text === '') throw new ServiceError('', 'no-note')
  if (named) await noteOnPoint(tx, clock, named, text)
  if (equipmentId !== undefined) await noteOnMachine(tx, clock, { equipmentId, text, instanceId: held.id })
  return {}
}

async function actOnAlarm(parts: Parts, { tx, held }: ServiceCall, service: Of<'alarm'>) {
  const alarmId = textOf(held.variables.read(service.alarm).value)
  const done = await actAsProcess(tx, parts, {
    alarmId,
    act: service.act,
    comment: service.comment ?? held.name,
    processInstanceId: held.id,
    ...(service.act === 'shelve' ? { until: new Date(shelfEnd(parts.clock.now(), service.for, await tx.timeZone())) } : {}),
  })
  if (done === 'missing') throw new ServiceError(service.alarm, 'no-alarm')
  if (done === 'refused') throw new ServiceError(service.act, 'alarm-state')
  return {}
}

async function createOrder(parts: Parts, { tx, held, passage }: ServiceCall, service: Of<'maintenance-order'>) {
  const { title: written = '', orderKind: kind, priority, equipment, device, into } = service
  const title = textOf(isWritten(written) ? held.variables.read(written).value : written)
  if (title === '' || kind === undefined || priority === undefined) throw new ServiceError('', 'no-title')
  // Looked for before the order is begun: one that cannot be opened leaves no gap between numbers.
  const equipmentId = await idOf(tx, held, equipment, equipmentNamed, 'no-equipment')
  const deviceId = await idOf(tx, held, device, deviceNamed, 'no-device')
  const about = { instanceId: held.id, passage, title, kind, priority, equipmentId, deviceId, note: held.name }
  const orderNumber = await openAsProcess(tx, parts, about)
  return into === undefined ? {} : { [into]: orderNumber }
}

async function closeOrder(parts: Parts, { tx, held }: ServiceCall, { order = '' }: Of<'maintenance-order'>) {
  const closed = await closeAsProcess(tx, parts, textOf(held.variables.read(order).value), held.name)
  if (closed !== 'done') throw new ServiceError(order, closed)
  return {}
}

/** @throws ServiceError where it would be shelved for less than a minute, or for more than a week */
function shelfEnd(now: number, duration: string | undefined, zone: string): number {
  const until = duration === undefined ? now : shifted(now, duration, 1, zone)
  const minutes = (until - now) / 60_000
  if (minutes < 1 || minutes > MAX_SHELF_MINUTES) throw new ServiceError('', 'no-duration')
  return until
}

function shifted(moment: number, duration: string, times: 1 | -1, zone: string): number {
  const timer = readTimer(duration)
  if (!('kind' in timer) || timer.kind !== 'after') throw new ServiceError(duration, 'no-duration')
  return later(moment, timer.period, times, zone)
}

/** The point that an expression names. @throws ServiceError where there is none, ExpressionError where it cannot be said */
async function pointOf(tx: Transaction, held: ServiceCall['held'], written: string): Promise<NamedPoint> {
  const name = textOf(held.variables.read(written).value)
  return (await pointNamed(tx, name)) ?? Promise.reject(new ServiceError(written, 'no-point'))
}

/** The id of the machine or device that an expression names; nothing where there is no expression. @throws ServiceError where there is none, ExpressionError where it cannot be said */
async function idOf(
  tx: Transaction,
  held: ServiceCall['held'],
  written: string | undefined,
  find: typeof deviceNamed,
  fault: 'no-equipment' | 'no-device',
): Promise<string | undefined> {
  if (written === undefined) return undefined
  const id = await find(tx, textOf(held.variables.read(written).value))
  return id ?? Promise.reject(new ServiceError(written, fault))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : value === null ? '' : JSON.stringify(value))
