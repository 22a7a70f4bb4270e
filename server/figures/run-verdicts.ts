/** What was found of curing runs that are over, as a subject: a row for each clause of the version that a run was opened with, with what is known of the run. */
import { sql } from 'kysely'
import { ITEM_SEVERITIES, VERDICTS } from '../../model/acquisition/curing.ts'
import { runs } from '../../model/index.ts'
import { doubtsOf, mayReadFindings, seesDoubts } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { COUNT, aggregated, nounFor, nounSubject } from './nouns.ts'
import type { Found, Subject } from './subject.ts'

export const RUN_VERDICTS = 'run-verdicts'

/** Whether the caller may have figures of what was found of runs: whoever lists them and is told the findings of one. */
export const mayCountRunVerdicts = (caller: Caller): boolean => nounFor(caller, runs.name) !== undefined && mayReadFindings(caller)

/** The subject: fields of the finding and its clause, and behind them those of its run. */
export function runVerdictSubject(caller: Caller): Subject {
  const ofRun = nounSubject(caller, runs)
  const own = findingFields(caller)
  const find = (path: string) => (Object.hasOwn(own, path) ? own[path] : ofRun.find(path))
  return {
    ...ofRun,
    name: RUN_VERDICTS,
    find,
    findForCondition: find,
    measure: ({ of, field }, at) => (field === undefined ? COUNT : aggregated(of, find(field), `m${at}`)),
    from: (range) =>
      sql`verdict_items as found join ${ofRun.from(range)} on row.tenant_id = found.tenant_id and row.id = found.run_id join runs as judged on judged.tenant_id = row.tenant_id and judged.id = row.id join limit_set_versions as version on version.tenant_id = judged.tenant_id and version.id = judged.limit_version_id cross join lateral jsonb_array_elements(version.items) with ordinality as clause (item, nth)`,
    always: [...ofRun.always, sql`clause.item ->> 'id' = found.limit_item_id::text`],
  }
}

/** Hours for which a point of the clause was measured by what no calibration vouched for, of the point with the most. */
const DOUBTED_HOURS = sql`(
  select coalesce(max(each_point.seconds), 0)::float8 / 3600 from (
    select sum(extract(epoch from doubt.ends - doubt.begins)) as seconds
    from run_points bound
    join points on points.tenant_id = bound.tenant_id and points.id = bound.point_id
    cross join lateral (${doubtsOf(sql`greatest(judged.started_at, bound.valid_from)`, sql`least(judged.ended_at, bound.valid_until)`)}) as doubt
    where bound.tenant_id = judged.tenant_id and bound.run_id = judged.id
      and bound.run_role in (clause.item ->> 'role', clause.item ->> 'minusRole')
    group by bound.id
  ) each_point)`

/** The fields of a finding itself, for whoever {@link mayCountRunVerdicts}. Times beyond are seconds, coverage is a share of 1. */
export function findingFields(caller: Caller): Readonly<Record<string, Found>> {
  const { language } = caller
  const clause = (key: string) => sql`clause.item ->> ${sql.lit(key)}`
  const number = (value: Found['value'], label: Found['label']): Found => ({ kind: 'number', value, isDimension: false, label })
  return {
    itemOrder: { ...number(sql`clause.nth::integer`, 'field.limit-items.itemOrder'), isDimension: true },
    itemClause: { kind: 'text', value: clause('clause'), isDimension: true, label: 'field.limit-items.itemClause' },
    itemText: {
      kind: 'text',
      // What has no text in a language is told in simplified Chinese, as everywhere (inLanguage of published-limits.ts).
      value: sql`coalesce(nullif(clause.item -> 'texts' ->> ${sql.lit(language)}, ''), clause.item -> 'texts' ->> 'zh')`,
      isDimension: true,
      label: 'runs.clause',
    },
    itemSeverity: {
      kind: 'choice',
      value: clause('severity'),
      isDimension: true,
      options: ITEM_SEVERITIES,
      words: 'choice.itemSeverity.',
      label: 'field.limit-items.itemSeverity',
    },
    itemUnit: { kind: 'text', value: clause('unit'), isDimension: true, label: 'field.limit-items.unit' },
    itemLow: number(sql`(clause.item ->> 'low')::float8`, 'field.limit-items.low'),
    itemHigh: number(sql`(clause.item ->> 'high')::float8`, 'field.limit-items.high'),
    itemResult: {
      kind: 'choice',
      value: sql`case when found.waived_at is not null and found.item_result <> 'pass' then 'waived' else found.item_result end`,
      isDimension: true,
      options: VERDICTS,
      words: 'choice.runVerdict.',
      label: 'runs.result',
    },
    worstValue: number(sql.ref('found.worst_value'), 'runs.worst'),
    worstAt: { kind: 'time', value: sql.ref('found.worst_at'), isDimension: true, label: 'runs.when' },
    beyondSeconds: number(sql.ref('found.beyond_seconds'), 'runs.beyond'),
    itemCoverage: number(sql.ref('found.coverage'), 'runs.coverage'),
    // Nothing, and no unknown field, for whoever is not told: the certificate has it and is theirs all the same.
    doubtedHours: number(seesDoubts(caller) ? DOUBTED_HOURS : sql`null::float8`, 'runs.doubted-hours'),
  }
}
