/** Rows of a noun, with what their references lead to: the fields and rows that the caller has in its list, and no others. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Measure } from '../../model/figures/document.ts'
import { MAX_JOINS } from '../../model/figures/document.ts'
import {
  alarmRules,
  alarms,
  annotations,
  calibrations,
  components,
  deliveries,
  deliveryRules,
  deviceTypes,
  devices,
  dutyShifts,
  equipment,
  faults,
  groutings,
  historicTasks,
  limitSets,
  maintenancePlans,
  mixes,
  organisations,
  partMoves,
  planDates,
  points,
  posts,
  processDefinitions,
  processInstances,
  processTasks,
  projects,
  registrations,
  resourceNamed,
  roles,
  roundRoutes,
  rounds,
  runs,
  shifts,
  sites,
  spareParts,
  specimens,
  strengthTests,
  tendons,
  tensionLimits,
  tensionSteps,
  tensionings,
  typePoints,
  userPosts,
  users,
  workOrders,
} from '../../model/index.ts'
import { fieldKey } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import { columnOf } from '../../model/resource.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { View } from '../kernel/authorization/view.ts'
import { mayCall, viewOf } from '../kernel/authorization/view.ts'
import { inLanguage } from '../kernel/resources/row-text.ts'
import { derivedOf } from './derived.ts'
import type { Aggregated, Found, Subject } from './subject.ts'
import { filterOf, kindOf } from './subject.ts'

/**
 * Nouns of whose rows figures can be made: those whose list gives whoever may ask for it all rows that the database shows them. What narrows its rows
 * in another way, as a network disk or notifications do, is not here; nor are rows of the platform, or of very many kinds (logs).
 */
const NOUNS: readonly Resource[] = [
  alarmRules,
  alarms,
  annotations,
  calibrations,
  components,
  deliveries,
  deliveryRules,
  deviceTypes,
  devices,
  dutyShifts,
  equipment,
  faults,
  groutings,
  historicTasks,
  limitSets,
  maintenancePlans,
  mixes,
  organisations,
  partMoves,
  planDates,
  points,
  posts,
  processDefinitions,
  processInstances,
  processTasks,
  projects,
  registrations,
  roles,
  roundRoutes,
  rounds,
  runs,
  shifts,
  sites,
  spareParts,
  specimens,
  strengthTests,
  tendons,
  tensionLimits,
  tensionSteps,
  tensionings,
  typePoints,
  userPosts,
  users,
  workOrders,
]
const byName: ReadonlyMap<string, Resource> = new Map(NOUNS.map((of) => [of.name, of]))

/** The nouns of whose rows the caller may have figures: those whose list they may ask for. */
export const nounsFor = (caller: Caller): readonly Resource[] => NOUNS.filter((of) => mayList(caller, of))

const mayList = (caller: Caller, { api }: Resource): boolean => mayCall(caller, `${api.base}/query${api.noun}`)

/** The noun of this name of whose rows the caller may have figures. */
export function nounFor(caller: Caller, name: string): Resource | undefined {
  const of = byName.get(name)
  return of && mayList(caller, of) ? of : undefined
}

/** `deviceId` → `device`: what a path calls the reference that it is led along. */
export const stepOf = (field: string): string => field.replace(/Id$/, '')

interface Joined {
  readonly alias: string
  readonly of: Resource
  readonly join: RawBuilder<unknown>
}

/**
 * The subject that a noun's rows are. They are called `row` in the statement.
 * @param beside Fields of what stands beside each row in the statement of another subject; paths begin with these as well
 */
export function nounSubject(
  caller: Caller,
  of: Resource,
  beside: Readonly<Record<string, Found>> = {},
): Subject & { joins(): RawBuilder<unknown> } {
  const joined = new Map<string, Joined>()
  const always: RawBuilder<SqlBool>[] = []
  const isHiddenFromTenants = (noun: Resource, { isPlatform }: View) => noun.serverColumns?.includes('platform_only') && !isPlatform
  if (isHiddenFromTenants(of, viewOf(caller, of))) always.push(sql<SqlBool>`not ${sql.ref('row.platform_only')}`)

  const step = (from: { readonly alias: string; readonly of: Resource }, name: string, path: string): Joined | undefined => {
    const known = joined.get(path)
    if (known) return known
    const led = (path === name ? beside[`${name}Id`] : undefined) ?? referenceOf(caller, from, name)
    const target = led?.link && resourceNamed(led.link.to)
    if (!led || !target || !nounFor(caller, target.name)) return undefined
    const alias = `joined_${joined.size}`
    const at = (column: string) => sql.ref(`${alias}.${column}`)
    const sameTenant = target.scope === 'tenant' && from.of.scope === 'tenant'
    const join = sql` left join ${sql.table(target.readsFrom ?? target.table)} as ${sql.ref(alias)} on ${
      sameTenant ? sql`${at('tenant_id')} = ${sql.ref(`${from.alias}.tenant_id`)} and ` : sql``
    }${at('id')} = ${led.value}${isHiddenFromTenants(target, viewOf(caller, target)) ? sql` and not ${at('platform_only')}` : sql``}`
    const found = { alias, of: target, join }
    joined.set(path, found)
    return found
  }

  const find = (path: string): Found | undefined => {
    if (Object.hasOwn(beside, path)) return beside[path]
    const parts = path.split('.')
    const name = parts.pop() as string
    if (parts.length > MAX_JOINS) return undefined
    let at: { readonly alias: string; readonly of: Resource } = { alias: 'row', of }
    for (const [index, part] of parts.entries()) {
      const next = step(at, part, parts.slice(0, index + 1).join('.'))
      if (!next) return undefined
      at = next
    }
    return fieldOf(caller, at.of, at.alias, name)
  }
  return {
    name: of.name,
    find,
    findForCondition: find,
    time: viewOf(caller, of).sees('createTime') ? 'createTime' : undefined,
    joins: () =>
      sql.join(
        [...joined.values()].map(({ join }) => join),
        sql``,
      ),
    from: () =>
      sql`${sql.table(of.readsFrom ?? of.table)} as row${sql.join(
        [...joined.values()].map(({ join }) => join),
        sql``,
      )}`,
    always,
    measure: ({ of: what, field }, at) => (field === undefined ? COUNT : aggregated(what, find(field), `m${at}`)),
  }
}

/** The reference that a path calls so, where the caller sees it. */
function referenceOf(caller: Caller, { alias, of }: Pick<Joined, 'alias' | 'of'>, step: string): Pick<Found, 'link' | 'value'> | undefined {
  const field = [`${step}Id`, step].find((each) => of.fields[each]?.kind === 'reference')
  const link = field === undefined ? undefined : of.fields[field]?.link
  if (field === undefined || !link || !viewOf(caller, of).sees(field)) return undefined
  return { link, value: sql.ref(`${alias}.${columnOf(field)}`) }
}

/** How many rows there are. */
export const COUNT: Aggregated = { kind: 'number', inputs: [], of: (conditions) => sql`(count(*)${filterOf(conditions)})::float8` }

/** A measure of a field: numbers are added up and averaged, times have a first and a last one, and whatever rows can be grouped by is counted once each. */
export function aggregated(of: Measure, found: Found | undefined, column: string): Aggregated | undefined {
  if (!found) return undefined
  const input = sql.ref(column)
  const isNumber = found.kind === 'number'
  const make = (kind: Aggregated['kind'], expression: Aggregated['of']): Aggregated => ({
    kind,
    inputs: [[column, isNumber ? sql`${found.value}::float8` : found.value]],
    of: expression,
  })
  if (of === 'distinct')
    return found.isDimension || isNumber
      ? make('number', (conditions) => sql`(count(distinct ${input})${filterOf(conditions)})::float8`)
      : undefined
  // A day begins by the clock of the tenant, which is that of the transaction.
  if ((of === 'min' || of === 'max') && found.kind === 'time')
    return make(
      'time',
      (conditions) => sql`extract(epoch from (${sql.raw(of)}(${input})${filterOf(conditions)})::timestamptz)::float8 * 1000`,
    )
  return isNumber && (of === 'sum' || of === 'avg' || of === 'min' || of === 'max')
    ? make('number', (conditions) => sql`${sql.raw(of)}(${input})${filterOf(conditions)}`)
    : undefined
}

/** A field of a noun that the caller sees, as a column of the table that is called `alias`; undefined for any other, and for kinds that figures have not. */
export function fieldOf(caller: Caller, of: Resource, alias: string, name: string): Found | undefined {
  const view = viewOf(caller, of)
  const derived = derivedOf(of, view, alias, name)
  if (derived) return derived
  const field = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined
  const kind = field && kindOf(field)
  if (!field || !kind || field.rights.internal || !view.sees(name)) return undefined
  const { filter, sort } = field.rights
  return {
    kind,
    value: kind === 'text' ? inLanguage(alias, columnOf(name), field.localised === true, view) : sql.ref(`${alias}.${columnOf(name)}`),
    isDimension: filter !== undefined || sort === true,
    label: fieldKey(of.name, name),
    ...(kind === 'choice' && field.options ? { options: field.options, words: `choice.${name}.` } : {}),
    ...(kind === 'reference' && field.link
      ? { link: field.link, showsName: view.names(field.link), namedBy: view.naming(field.link) }
      : {}),
  }
}
