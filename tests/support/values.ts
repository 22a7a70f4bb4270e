/** Values for any field of any noun, made from the declaration alone, so that a new noun is tested without a line for it. */
import { randomInt } from 'node:crypto'
import type { Field } from '../../model/field.ts'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { pathOf } from '../../model/noun-calls.ts'
import { features } from '../../server/modules.ts'
import { valueOf } from '../../server/features/tenant/isolation/values.ts'
import { newId } from '../../server/kernel/ids.ts'

// The isolation self-test asks with the same values.
export type { AddedRow } from '../../server/features/tenant/isolation/values.ts'
export { PLACES, addRow, newValues, nounNamed, valueOf } from '../../server/features/tenant/isolation/values.ts'

/** The four standard calls of a noun. */
export function pathsOf({ api: { base, noun } }: Resource) {
  return {
    query: `/api${base}/query${noun}`,
    add: `/api${base}/add${noun}`,
    update: `/api${base}/update${noun}`,
    delete: `/api${base}/delete${noun}`,
  }
}

/** Whether an administrator of a tenant can add rows of the noun. The others are read only, or belong to the platform. */
export function isWritable(of: Resource): boolean {
  const add = pathOf(of, 'add')
  return features.some(({ routes }) => routes.some(({ path, access }) => path === add && access === 'granted'))
}

/** The nouns whose rows a tenant writes, by name, for `describe.each`. */
export const writableNouns = Object.values<Resource>(resources)
  .filter(isWritable)
  .map((of) => [of.name, of] as const)

/** The nouns that are only read, or only by the platform. */
export const otherNouns = Object.values<Resource>(resources)
  .filter((of) => !isWritable(of))
  .map((of) => [of.name, of] as const)

/**
 * Fields that are judged together with others of their row, whatever their declaration takes: their own tests ask what they may hold
 * (personal.test.ts of users, type-mappings.test.ts, watched-points.test.ts, registry.test.ts, alarms/delivery/delivery.test.ts,
 * forms.test.ts, runs.test.ts, tensioning.test.ts, http-secrets.test.ts, schedules.test.ts, plans.test.ts, checklist.test.ts).
 */
export const JUDGED_TOGETHER: ReadonlySet<string> = new Set([
  'users.provinceRegionCode',
  'users.cityRegionCode',
  'alarm-rules.pointKey',
  'alarm-rules.processKey',
  'alarm-rules.processVariables',
  'points.displayUnit',
  'type-points.displayUnit',
  'type-mappings.topicFilter',
  'type-mappings.valuePath',
  'type-mappings.pointKey',
  'type-mappings.timeZone',
  'alarm-channels.channelAddress',
  'delivery-rules.quietFrom',
  'delivery-rules.quietTo',
  'forms.formContent',
  'process-secrets.secretHosts',
  'components.chainageFrom',
  'components.chainageTo',
  'limit-items.low',
  'limit-items.high',
  'limit-items.minusRole',
  'limit-items.itemMeasure',
  'mixes.validFrom',
  'mixes.validUntil',
  'calibrations.validFrom',
  'calibrations.validUntil',
  'faults.downFrom',
  'faults.downTo',
  'runs.runKind',
  'tension-limits.waterBinderLow',
  'tension-limits.waterBinderHigh',
  'tension-limits.flowLow',
  'tension-limits.flowHigh',
  'tension-limits.pressureLow',
  'tension-limits.pressureHigh',
  'report-schedules.reportCode',
  'report-schedules.templateId',
  'report-schedules.pointId',
  'report-schedules.reportParams',
  'report-schedules.runAt',
  'maintenance-plans.everyCount',
  'maintenance-plans.everyUnit',
  'maintenance-plans.rhythmBase',
  'maintenance-plans.firstDue',
  'maintenance-plans.seasonFrom',
  'maintenance-plans.seasonUntil',
  'maintenance-plans.checks',
  'round-stops.checks',
])

/** What a list is asked beside, by its noun, so that its rows have all fields: some are too long to come unasked. */
export const WHOLE_ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = { forms: { content: '1' } }

/** An id of the right form that no row has. */
export const absentId = newId

/** A text of exactly `length` characters in the form of the field. */
export function textOf(field: Field, length: number): string {
  const sample = String(valueOf(field))
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  // Words for values grow at their end: before them stands a number.
  if (length >= sample.length && sample.includes('=w')) return sample + 'a'.repeat(length - sample.length)
  if (length >= sample.length) return (/^\d+$/.test(sample) ? '1' : 'a').repeat(length - sample.length) + sample
  return Array.from({ length }, () => letters[randomInt(26)]).join('')
}

/** Keys no write may take from a client, whatever the noun. */
export const forbiddenKeys = [
  'tenantId',
  'tenant_id',
  'createTime',
  'created_at',
  'createdAt',
  'updateTime',
  'updated_at',
  'passwordHash',
  'password_hash',
  'isAdmin',
  'roles',
  'children',
  'allowed',
  'fields',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
] as const

/** JSON text of `values` with one more key; written as text, because an object literal would swallow `__proto__`. */
export function withKey(values: Record<string, unknown>, key: string, value: unknown): string {
  return `${JSON.stringify(values).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`
}
