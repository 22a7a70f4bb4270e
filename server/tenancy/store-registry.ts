/** Stores what a tenant measures, where and with what, as its seed describes it. Devices get the points of their type. */
import type { TenantId } from '../../model/brands.ts'
import type { AlarmRuleSeed, PointSeed, RegistrySeed } from '../../model/tenant/template.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { named } from './named.ts'

/** Stores devices and points of the seed. Runs in platform scope: the tenant is being made. */
export async function storeRegistry(
  tx: Transaction,
  tenant_id: TenantId,
  { projects, sites, types, devices, alarmRules = [], shifts = [] }: RegistrySeed,
): Promise<void> {
  const project = named(projects, (row) => row.projectCode)
  await tx.run(
    build.insertInto('projects').values(
      projects.map((row) => ({
        tenant_id,
        id: project(row.projectCode),
        project_code: row.projectCode,
        project_name: row.projectName,
        project_status: row.projectStatus,
        project_description: row.projectDescription,
      })),
    ),
  )
  const site = named(sites, (row) => row.siteCode)
  await tx.run(
    build.insertInto('sites').values(
      sites.map((row) => ({
        tenant_id,
        id: site(row.siteCode),
        site_code: row.siteCode,
        site_name: row.siteName,
        project_id: project(row.project),
        longitude: row.longitude,
        latitude: row.latitude,
        address: row.address,
        site_description: row.siteDescription,
      })),
    ),
  )
  if (shifts.length > 0)
    await tx.run(
      build.insertInto('shifts').values(
        shifts.map((row) => ({
          tenant_id,
          id: newId(),
          shift_code: row.shiftCode,
          shift_name: row.shiftName,
          begins_at: row.beginsAt,
          ends_at: row.endsAt,
          site_id: row.site === undefined ? null : site(row.site),
        })),
      ),
    )
  const type = named(types, (row) => row.typeCode)
  await tx.run(
    build.insertInto('device_types').values(
      types.map((row) => ({
        tenant_id,
        id: type(row.typeCode),
        type_code: row.typeCode,
        type_name: row.typeName,
        manufacturer: row.manufacturer,
        model: row.model,
        type_description: row.typeDescription,
      })),
    ),
  )
  await tx.run(
    build
      .insertInto('type_points')
      .values(
        types.flatMap((row) =>
          row.points.map((point) => ({ tenant_id, id: newId(), device_type_id: type(row.typeCode), ...columnsOf(point) })),
        ),
      ),
  )
  const device = named(devices, (row) => row.deviceCode)
  await tx.run(
    build.insertInto('devices').values(
      devices.map((row) => ({
        tenant_id,
        id: device(row.deviceCode),
        device_code: row.deviceCode,
        device_name: row.deviceName,
        device_type_id: type(row.type),
        site_id: site(row.site),
        device_status: row.deviceStatus ?? 1,
        serial_number: row.serialNumber,
        device_description: null,
        connection: row.modbus ? ('modbus' as const) : ('push' as const),
        modbus_host: row.modbus?.host ?? null,
        modbus_port: row.modbus?.port ?? null,
        modbus_unit: row.modbus?.unit ?? null,
        poll_seconds: row.modbus?.pollSeconds ?? null,
      })),
    ),
  )
  const pointsOf = new Map(types.map((row) => [row.typeCode, row.points]))
  await tx.run(
    build.insertInto('points').values(
      devices.flatMap((row) =>
        (pointsOf.get(row.type) ?? []).map((point) => ({
          tenant_id,
          id: newId(),
          device_id: device(row.deviceCode),
          ...columnsOf(point),
        })),
      ),
    ),
  )
  if (alarmRules.length > 0) await storeRules(tx, tenant_id, alarmRules, type, device)
}

async function storeRules(
  tx: Transaction,
  tenant_id: TenantId,
  rules: readonly AlarmRuleSeed[],
  type: (code: string) => string,
  device: (code: string) => string,
): Promise<void> {
  const named = rules.map((row) => ({ row, id: newId() }))
  await tx.run(
    build.insertInto('alarm_rules').values(
      named.map(({ row, id }) => ({
        tenant_id,
        id,
        rule_name: row.ruleName,
        device_type_id: row.type === undefined ? null : type(row.type),
        device_id: row.device === undefined ? null : device(row.device),
        point_key: row.pointKey,
        alarm_kind: row.alarmKind,
        alarm_limit: row.alarmLimit ?? null,
        alarm_deadband: row.alarmDeadband ?? null,
        silent_seconds: row.silentSeconds ?? null,
        on_delay: row.onDelay ?? null,
        off_delay: row.offDelay ?? null,
        alarm_priority: row.alarmPriority,
        rule_status: 1 as const,
        message_zh: row.messageZh,
        message_tw: row.messageTw,
        message_en: row.messageEn,
        process_key: row.process?.key ?? null,
        process_after: row.process?.after ?? null,
        process_quiet: row.process?.quiet ?? null,
        process_returns: row.process?.returns === true ? 1 : null,
        rule_description: row.ruleDescription,
      })),
    ),
  )
  const roles = new Map(
    (await tx.all(build.selectFrom('roles').select(['id', 'role_code']).where('tenant_id', '=', tenant_id))).map((row) => [
      row.role_code,
      row.id,
    ]),
  )
  const ruleRoles = named.flatMap(({ row, id }) =>
    (row.roles ?? []).map((code) => ({ tenant_id, rule_id: id, role_id: roles.get(code) as string })),
  )
  if (ruleRoles.length > 0) await tx.run(build.insertInto('alarm_rule_roles').values(ruleRoles))
}

/** What is null here the table fills in where it has a usual value. */
function columnsOf(point: PointSeed) {
  return {
    point_key: point.pointKey,
    point_name: point.pointName,
    unit: point.unit ?? null,
    display_unit: point.displayUnit ?? null,
    decimals: point.decimals ?? null,
    state_texts: point.stateTexts ?? null,
    point_group: point.pointGroup ?? null,
    display_order: point.displayOrder ?? null,
    scale: point.scale ?? null,
    value_offset: null,
    range_low: point.rangeLow ?? null,
    range_high: point.rangeHigh ?? null,
    deadband: point.deadband ?? null,
    max_interval_seconds: point.maxIntervalSeconds ?? null,
    stale_seconds: point.staleSeconds ?? null,
    frozen_seconds: point.frozenSeconds ?? null,
    retention: point.retention ?? null,
    register_kind: point.registerKind ?? null,
    register_address: point.registerAddress ?? null,
    register_format: point.registerFormat ?? null,
    byte_order: point.byteOrder ?? null,
  }
}
