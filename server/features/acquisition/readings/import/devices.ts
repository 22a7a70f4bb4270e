/** The devices and points that the rows of a file name, as far as the tenant has them; each is looked for once. */
import type { Device, Point } from '../../../../acquisition/index.ts'
import { pointColumns, pointOf } from '../../../../acquisition/index.ts'
import { plain } from '../../../../exchange/index.ts'
import type { Job } from '../../../../kernel/runtime/job.ts'
import { build } from '../../../../kernel/database/sql.ts'

export interface NamedDevice extends Device {
  readonly byName: ReadonlyMap<string, Point>
}

export interface DeviceBook {
  /** Before {@link byCode}: those of them that are not known yet are read. */
  learn(codes: Iterable<string>): Promise<void>
  byCode(code: string): NamedDevice | undefined
  byId(id: string): Promise<NamedDevice | undefined>
}

/** Whoever imports sees keys and names; a heading may add its unit to either: `Flow (m³/h)`. */
export function pointNamed(
  { points, byName }: NamedDevice,
  text: string,
  sees: { readonly key: boolean; readonly name: boolean },
): Point | undefined {
  const bare = text.replace(/\s*[([（［【].*[)\]）］】]$/, '')
  for (const word of new Set([text, bare])) {
    const found = (sees.key ? points.get(word) : undefined) ?? (sees.name ? byName.get(plain(word)) : undefined)
    if (found) return found
  }
  return undefined
}

/** A look-up of devices and their points by code or id, which reads each of them once for a whole file. */
export function openDevices({ inTenant, caller }: Pick<Job, 'inTenant' | 'caller'>): DeviceBook {
  const known = new Map<string, NamedDevice | undefined>()

  async function read(by: { codes: string[] } | { id: string }): Promise<NamedDevice[]> {
    const rows = await inTenant(async (tx) => {
      const devices = await tx.all(
        build
          .selectFrom('devices')
          .innerJoin('tenants', 'tenants.id', 'devices.tenant_id')
          .select(['devices.id', 'device_code', 'tenant_code'])
          .$if('codes' in by, (query) => query.where('device_code', 'in', (by as { codes: string[] }).codes))
          .$if('id' in by, (query) => query.where('devices.id', '=', (by as { id: string }).id)),
      )
      if (devices.length === 0) return []
      const points = await tx.all(
        build
          .selectFrom('points')
          .select([...pointColumns, 'device_id', 'point_name'])
          .where(
            'device_id',
            'in',
            devices.map(({ id }) => id),
          )
          .orderBy('point_key'),
      )
      return devices.map((device) => ({ ...device, points: points.filter(({ device_id }) => device_id === device.id) }))
    }, 'read')
    return rows.map(({ id, device_code: code, tenant_code: tenantCode, points }) => ({
      name: `${tenantCode}/${code}`,
      tenantId: caller.tenantId,
      tenantCode,
      id,
      code,
      secretHash: null,
      points: new Map(points.map((point) => [point.point_key, pointOf(point)])),
      // Of two of one name neither is meant.
      byName: new Map(
        points
          .filter(({ point_name: name }) => points.filter((other) => plain(other.point_name) === plain(name)).length === 1)
          .map((point) => [plain(point.point_name), pointOf(point)]),
      ),
    }))
  }

  return {
    async learn(codes) {
      const missing = [...new Set(codes)].filter((code) => code !== '' && !known.has(code))
      if (missing.length === 0) return
      for (const code of missing) known.set(code, undefined)
      for (const device of await read({ codes: missing })) known.set(device.code, device)
    },
    byCode: (code) => known.get(code),
    byId: async (id) => (await read({ id }))[0],
  }
}
