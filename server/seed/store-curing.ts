/** Stores what is cured in the demonstration: mixes, limits and their versions, components with their runs and specimens. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { RunKind } from '../../model/acquisition/curing.ts'
import { roleOfKey } from '../../model/acquisition/curing.ts'
import { keptLimits } from '../../model/acquisition/published-limits.ts'
import type { CuringSeed, LimitSeed } from '../../seeds/curing-seed.ts'
import { judgeRun, readRun } from '../acquisition/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import { idIn } from './id-in.ts'

type Ids = ReadonlyMap<string, string>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Stores the seed in the tenant of the transaction. @throws Error for a code that nothing has, which is a mistake in the seed */
export async function storeCuring(
  tx: Transaction,
  tenant_id: TenantId,
  { mixes, limitSets, components, runs, specimens }: CuringSeed,
  publisher: string,
  now = Date.now(),
): Promise<void> {
  const ago = (hours: number) => new Date(now - hours * HOUR_MS)
  const sites = new Map((await tx.all(build.selectFrom('sites').select(['site_code', 'id']))).map((row) => [row.site_code, row.id]))
  const mixIds = await storeMixes(tx, tenant_id, mixes)
  const versions = await storeLimits(tx, tenant_id, limitSets, publisher)
  const componentIds = new Map<string, { id: string; siteId: string }>()
  for (const { site, mix, ...values } of components) {
    const row = { id: newId(), siteId: idIn(sites, site) }
    componentIds.set(values.componentCode, row)
    await tx.run(
      build.insertInto('components').values({
        tenant_id,
        id: row.id,
        component_code: values.componentCode,
        component_name: values.componentName,
        component_kind: values.componentKind,
        site_id: row.siteId,
        mix_id: idIn(mixIds, mix),
        design_strength: values.designStrength,
        striking_share: values.strikingShare ?? null,
        size_text: values.sizeText,
        chainage_from: null,
        chainage_to: null,
        component_description: null,
      }),
    )
  }
  const componentOf = (code: string) => componentIds.get(code) ?? missing(code)
  for (const run of runs)
    await storeRun(tx, tenant_id, run, componentOf(run.component), versions.get(run.limitSet) ?? missing(run.limitSet), ago)
  for (const { component, tests, castHoursAgo, ...values } of specimens) {
    const id = newId()
    await tx.run(
      build.insertInto('specimens').values({
        tenant_id,
        id,
        specimen_code: values.specimenCode,
        component_id: componentOf(component).id,
        specimen_curing: values.specimenCuring,
        specimen_size: 'cube-150',
        specimen_count: values.specimenCount,
        cast_at: ago(castHoursAgo).toISOString(),
        test_age: values.testAge,
        specimen_description: null,
      }),
    )
    for (const { testNumber, hoursAgo, testStrength, testMaturity, testedBy } of tests)
      await tx.run(
        build.insertInto('strength_tests').values({
          tenant_id,
          id: newId(),
          test_number: testNumber,
          specimen_id: id,
          tested_at: ago(hoursAgo).toISOString(),
          test_strength: testStrength,
          test_maturity: testMaturity ?? null,
          tested_by: testedBy,
          test_description: null,
        }),
      )
  }
}

const missing = (code: string): never => {
  throw new Error(`the seed names "${code}", which it does not have`)
}

async function storeMixes(tx: Transaction, tenant_id: TenantId, mixes: CuringSeed['mixes']): Promise<Ids> {
  const ids = new Map(mixes.map(({ mixCode }) => [mixCode, newId()]))
  for (const { curve, ...mix } of mixes) {
    const id = idIn(ids, mix.mixCode)
    await tx.run(
      build.insertInto('mixes').values({
        tenant_id,
        id,
        mix_code: mix.mixCode,
        concrete_grade: mix.concreteGrade,
        cement: mix.cement,
        water_binder: mix.waterBinder,
        datum_temp: mix.datumTemp ?? null,
        activation_k: mix.activationK ?? null,
        reference_temp: mix.referenceTemp ?? null,
        curve_r2: mix.curveR2 ?? null,
        valid_from: null,
        valid_until: null,
        mix_description: mix.mixDescription,
      }),
    )
    await tx.run(
      build
        .insertInto('mix_points')
        .values(
          curve.map(([label, maturity, strength]) => ({ tenant_id, id: newId(), mix_id: id, point_label: label, maturity, strength })),
        ),
    )
  }
  return ids
}

interface StoredSet {
  readonly id: string
  readonly kind: RunKind
  readonly versionId: string
}

async function storeLimits(
  tx: Transaction,
  tenant_id: TenantId,
  sets: CuringSeed['limitSets'],
  publisher: string,
): Promise<ReadonlyMap<string, StoredSet>> {
  const stored = new Map<string, StoredSet>()
  for (const { items, isPublished, ...set } of sets) {
    const [id, versionId] = [newId(), newId()]
    await tx.run(
      build.insertInto('limit_sets').values({
        tenant_id,
        id,
        set_code: set.setCode,
        set_name: set.setName,
        set_kind: set.setKind,
        standard_text: set.standardText,
        set_status: 1,
        set_version: isPublished ? 1 : null,
        published_at: isPublished ? new Date().toISOString() : null,
        set_description: set.setDescription,
      }),
    )
    const rows = items.map((item, at) => ({ ...columnsOf(item), tenant_id, id: newId(), limit_set_id: id, item_order: at + 1 }))
    await tx.run(build.insertInto('limit_items').values(rows))
    if (!isPublished) continue
    const kept = rows.map((row) => ({
      id: row.id,
      clause: row.item_clause,
      texts: { zh: row.clause_zh, tw: row.clause_tw, en: row.clause_en },
      measure: row.item_measure,
      role: row.item_role,
      minusRole: row.minus_role,
      stage: row.item_stage,
      low: row.low,
      high: row.high,
      unit: row.unit,
      toleratedSeconds: row.tolerated_seconds,
      severity: row.item_severity,
    }))
    await tx.run(
      build.insertInto('limit_set_versions').values({
        tenant_id,
        id: versionId,
        limit_set_id: id,
        set_version: 1,
        items: JSON.stringify(keptLimits.parse(kept)),
        published_by: publisher,
      }),
    )
    stored.set(set.setCode, { id, kind: set.setKind, versionId })
  }
  return stored
}

const columnsOf = ({ clause, measure, role, minus, stage, low, high, unit, toleratedSeconds, severity, zh, tw, en }: LimitSeed) => ({
  item_clause: clause,
  item_measure: measure,
  item_role: role,
  minus_role: minus ?? null,
  item_stage: stage ?? null,
  low: low ?? null,
  high: high ?? null,
  unit,
  tolerated_seconds: toleratedSeconds ?? 0,
  item_severity: severity ?? ('mandatory' as const),
  clause_zh: zh,
  clause_tw: tw,
  clause_en: en,
})

async function storeRun(
  tx: Transaction,
  tenant_id: TenantId,
  { runNumber, device, begunHoursAgo, endedHoursAgo, plannedHours, acceptReason, notes = [] }: CuringSeed['runs'][number],
  component: { readonly id: string; readonly siteId: string },
  limits: StoredSet,
  ago: (hours: number) => Date,
): Promise<void> {
  const id = newId()
  const found = await tx.first(build.selectFrom('devices').select('id').where('device_code', '=', device))
  const deviceId = found?.id ?? missing(device)
  const isOver = endedHoursAgo !== undefined
  await tx.run(
    build.insertInto('runs').values({
      tenant_id,
      id,
      run_number: runNumber,
      run_kind: limits.kind,
      component_id: component.id,
      site_id: component.siteId,
      device_id: deviceId,
      limit_set_id: limits.id,
      limit_version_id: limits.versionId,
      set_version: 1,
      water_added_at: ago(begunHoursAgo + 1),
      started_at: ago(begunHoursAgo),
      ended_at: isOver ? ago(endedHoursAgo) : null,
      planned_hours: plannedHours ?? null,
      run_state: acceptReason ? 'accepted' : isOver ? 'finished' : 'running',
      run_verdict: null,
      run_coverage: null,
      revised_at: null,
      accepted_at: acceptReason ? ago((endedHoursAgo ?? 0) - 1) : null,
      accept_reason: acceptReason ?? null,
      run_description: null,
      judged_samples: null,
      judged_at: null,
      // What the simulator tells of the days before the start comes afterwards, and is not late.
      finished_at: isOver ? new Date(Date.now() + DAY_MS) : null,
      touched_at: null,
    }),
  )
  const points = await tx.all(build.selectFrom('points').select(['id', 'point_key']).where('device_id', '=', deviceId))
  const bound = points.flatMap(({ id: pointId, point_key: key }) => {
    const role = roleOfKey(limits.kind, key)
    return role ? [{ tenant_id, id: newId(), run_id: id, run_role: role, point_id: pointId, valid_from: null, valid_until: null }] : []
  })
  await tx.run(build.insertInto('run_points').values(bound))
  for (const { kind, hoursAgo, text } of notes)
    await tx.run(
      build.insertInto('run_notes').values({
        tenant_id,
        id: newId(),
        run_id: id,
        note_kind: kind,
        note_text: text,
        noted_at: ago(hoursAgo),
        noted_by: sql<null>`null`,
      }),
    )
  // Nothing is stored of it yet: the first samples that come judge it anew.
  if (isOver) await judgeRun(tx, await readRun(tx, id))
}
