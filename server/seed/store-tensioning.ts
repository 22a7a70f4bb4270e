/** Stores what is tensioned and grouted in the demonstration: limits, tendons, and their records. */
import type { TenantId } from '../../model/brands.ts'
import type { TensioningSeed } from '../../seeds/tensioning-seed.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import { idIn } from './id-in.ts'

const HOUR_MS = 3_600_000
/** Shares of the planned force at which a pump stops, in percent, and the pressure in MPa at the full one. */
const STEPS = [10, 20, 100] as const
const FULL_PRESSURE = 42
const HELD_SECONDS = 300
/** Strands are slack at first: what is read at 10 % is more than their elongation there. In mm. */
const SLACK = 3

/** Stores the seed in the tenant of the transaction, whose components are there. @throws Error for a code that nothing has, which is a mistake in the seed */
export async function storeTensioning(
  tx: Transaction,
  tenant_id: TenantId,
  { limits, tendons }: TensioningSeed,
  now = Date.now(),
): Promise<void> {
  const ago = (hours: number) => new Date(now - hours * HOUR_MS).toISOString()
  const components = new Map(
    (await tx.all(build.selectFrom('components').select(['component_code', 'id']))).map((row) => [row.component_code, row.id]),
  )
  const limitId = newId()
  await tx.run(
    build.insertInto('tension_limits').values({
      tenant_id,
      id: limitId,
      limit_code: limits.limitCode,
      standard_text: limits.standardText,
      tension_clause: limits.tensionClause,
      grout_clause: limits.groutClause,
      force_tolerance: 1.5,
      elongation_tolerance: 6,
      hold_least: HELD_SECONDS,
      draw_in_most: 6,
      water_binder_low: 0.26,
      water_binder_high: 0.28,
      flow_low: 10,
      flow_high: 17,
      pressure_low: 0.5,
      pressure_high: 0.7,
      grout_hold_least: 3,
      limit_description: limits.limitDescription,
    }),
  )
  const rows = tendons.map((tendon) => ({ ...tendon, id: newId(), recordId: newId() }))
  await tx.run(
    build.insertInto('tendons').values(
      rows.map((row) => ({
        tenant_id,
        id: row.id,
        tendon_code: row.tendonCode,
        component_id: idIn(components, row.component),
        tension_limit_id: limitId,
        duct_code: row.ductCode,
        strand_text: row.strandText,
        planned_force: row.plannedForce,
        planned_elongation: row.plannedElongation,
        tendon_description: null,
      })),
    ),
  )
  const tensioned = rows.flatMap(({ tensioning, ...row }) => (tensioning ? [{ ...row, tensioning }] : []))
  await tx.run(
    build.insertInto('tensionings').values(
      tensioned.map(({ id, recordId, tensioning }) => ({
        tenant_id,
        id: recordId,
        tensioning_number: tensioning.number,
        tendon_id: id,
        tensioned_at: ago(tensioning.hoursAgo),
        draw_in: tensioning.drawIn,
        left_jack: 'YCW250-A / 表 0317',
        right_jack: 'YCW250-B / 表 0318',
        tensioned_by: '张拉一班',
        tensioning_description: null,
      })),
    ),
  )
  await tx.run(
    build.insertInto('tension_steps').values(
      tensioned.flatMap(({ recordId, plannedForce, plannedElongation, tensioning }) =>
        (['left', 'right'] as const).flatMap((end) =>
          STEPS.map((percent) => ({
            tenant_id,
            id: newId(),
            tensioning_id: recordId,
            step_label: `${end === 'left' ? '左' : '右'} ${percent} %`,
            jack_side: end,
            step_percent: percent,
            step_pressure: rounded((FULL_PRESSURE * percent) / 100),
            step_force: rounded((plannedForce * (1 + tensioning.forceOff) * percent) / 100),
            step_elongation: rounded(((plannedElongation / 2) * (1 + tensioning.elongationOff) * percent) / 100 + SLACK),
            step_hold: percent === 100 ? HELD_SECONDS + 10 : null,
          })),
        ),
      ),
    ),
  )
  await tx.run(
    build.insertInto('groutings').values(
      rows.flatMap(({ id, grouting }) =>
        grouting
          ? [
              {
                tenant_id,
                id: newId(),
                grouting_number: grouting.number,
                tendon_id: id,
                grouted_at: ago(grouting.hoursAgo),
                water_binder: 0.27,
                flow_time: 14,
                grout_pressure: grouting.pressure,
                grout_hold: 3.5,
                grout_volume: grouting.volume,
                grouted_by: '压浆班',
                grouting_description: null,
              },
            ]
          : [],
      ),
    ),
  )
}

const rounded = (value: number): number => Math.round(value * 10) / 10
