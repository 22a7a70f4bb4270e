/**
 * People are told of calibrations that end: 90, 60, 30 and 7 days before, and when they have ended, once at each of these. Whoever keeps the machine is
 * told, or else whoever entered it.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { calibrations, equipment } from '../../model/index.ts'
import { languages } from '../../model/labels/index.ts'
import { DUE_STAGES } from '../../model/maintenance/validity.ts'
import { statement } from '../acquisition/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { translatorFor } from '../kernel/http/language.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { notifyEach } from '../messaging/index.ts'

const DETAIL = '/reports/equipmentdetail'
/** Days before the end, and the end itself. */
const STAGES = [...DUE_STAGES, 0]
const NOTICE_HOURS = 168
/** Of more that come together, the list tells. */
const MAX_LINKS = 20
/** Calibrations of one tenant in a round; the others are for the next. */
const MAX_ROWS = 500

interface Due {
  readonly equipment_id: string
  readonly equipment_code: string
  readonly equipment_name: string
  readonly keeper: string
  readonly day: string
}

const inEach = (textIn: (t: ReturnType<typeof translatorFor>) => string): string =>
  [...new Set(languages.map((language) => textIn(translatorFor(language))))].join(' / ')

/** The chore that tells people of calibrations which have come to another stage. */
export const calibrationNotices =
  (transactions: TransactionScopes, invalidations: Invalidations): Chore =>
  async () => {
    const tenants = await transactions.inPlatform(
      'calibrations of any tenant end',
      (tx) =>
        tx.all(
          statement(sql<{ tenant_id: TenantId }>`
          select distinct calibration.tenant_id from calibrations calibration join tenants on tenants.id = calibration.tenant_id and tenants.marked_at is null
          where ${isOfAnotherStage}`),
        ),
      'read',
    )
    for (const { tenant_id: tenantId } of tenants) await transactions.inTenant({ tenantId }, (tx) => notifyDue(tx, invalidations, tenantId))
  }

/** The stage that a calibration is at, in days; null where its end is farther away than the first. */
const stage = sql`(select min(each.days) from unnest(${sql.lit(`{${STAGES.join()}}`)}::integer[]) as each (days) where calibration.valid_until <= now() + make_interval(days => each.days))`

// Of one that another replaces nobody is told, and no stage is noted: that other one may be taken back.
const isOfAnotherStage = sql<boolean>`calibration.valid_until <= now() + make_interval(days => ${sql.lit(STAGES[0])}) and calibration.valid_from <= now()
  and calibration.calibration_result <> 'fail' and (calibration.noticed_days is null or calibration.noticed_days > ${stage})
  and exists (select from calibration_list listed where listed.tenant_id = calibration.tenant_id and listed.id = calibration.id and listed.replaced_at is null)`

/** Notes the stages and tells of them in one transaction: of two servers one does. */
async function notifyDue(tx: Transaction, invalidations: Invalidations, tenantId: TenantId): Promise<void> {
  const due = await tx.all(
    statement(sql<Due>`
    with come as (
      select calibration.tenant_id, calibration.id from calibrations calibration where ${isOfAnotherStage} order by calibration.id limit ${sql.lit(MAX_ROWS)} for update
    ), noted as (
      update calibrations calibration set noticed_days = ${stage} from come where calibration.tenant_id = come.tenant_id and calibration.id = come.id returning calibration.*
    )
    select machine.id as equipment_id, machine.equipment_code, machine.equipment_name, coalesce(machine.keeper_id, machine.created_by) as keeper, to_char(noted.valid_until, 'YYYY-MM-DD') as day
    from noted join equipment machine on machine.tenant_id = noted.tenant_id and machine.id = noted.equipment_id
    where machine.equipment_state <> 'scrapped' and coalesce(machine.keeper_id, machine.created_by) is not null
    order by noted.valid_until, machine.equipment_code`),
  )
  if (due.length === 0) return
  const hidden = await hiddenFields(tx)
  const textOf = ({ equipment_code: code, equipment_name: name, day }: Due) =>
    [hidden.has('equipmentName') ? '' : name, hidden.has('equipmentCode') ? '' : code, hidden.has('validUntil') ? '' : day]
      .filter(Boolean)
      .join(' · ') || inEach((t) => t('menu.equipmentarchive'))
  await notifyEach(
    tx,
    invalidations,
    [...Map.groupBy(due, ({ keeper }) => keeper)].map(([keeper, rows]) => ({
      userIds: [keeper],
      roleIds: [],
      organisationIds: [],
      tenantId,
      title: `${inEach((t) => t('calibrations.notice'))}: ${rows.length}`,
      lines: [],
      links: rows.slice(0, MAX_LINKS).map((row) => ({ text: textOf(row), path: `${DETAIL}?id=${row.equipment_id}` })),
      hours: NOTICE_HOURS,
      byMail: false,
      language: 'zh' as const,
    })),
  )
}

/** Fields of machines and calibrations that some role of the tenant hides: a notification has one text for all its readers. */
async function hiddenFields(tx: Transaction): Promise<ReadonlySet<string>> {
  const rows = await tx.all(
    build
      .selectFrom('role_hidden_fields as hidden')
      .innerJoin('menus', 'menus.id', 'hidden.menu_id')
      .select('hidden.field')
      .distinct()
      .where('menus.menu_code', 'in', [equipment.menu, calibrations.menu]),
  )
  return new Set(rows.map(({ field }) => field))
}
