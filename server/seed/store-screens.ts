/** Stores big screens of the demonstration, published. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { READY_MADE, readyMade } from '../../model/screens/ready-made/index.ts'
import { readScreen } from '../../model/screens/read.ts'
import type { ScreenSeed, SeededRows } from '../../seeds/screen-seed.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { translatorFor } from '../kernel/http/language.ts'
import { newId } from '../kernel/ids.ts'

/** Stores the screens, each with its first version; the ready-made ones among them, so that people can change them. */
export async function storeScreens(tx: Transaction, tenant_id: TenantId, screens: readonly ScreenSeed[], publisher: string): Promise<void> {
  const rows = await seededRows(tx)
  const t = translatorFor('zh')
  const ready = READY_MADE.map((code): ScreenSeed => ({
    screenName: t(`screens.ready.${code}`),
    screenCode: code,
    screenFolder: '总览',
    screenDescription: '内置大屏，可按需修改',
    content: () => readyMade(code, t),
  }))
  for (const { screenName, screenCode, screenFolder, screenDescription, content } of [...ready, ...screens]) {
    const id = newId()
    const json = JSON.stringify(readScreen(content(rows)))
    await tx.run(
      build.insertInto('screens').values({
        tenant_id,
        id,
        screen_name: screenName,
        screen_code: screenCode ?? null,
        screen_folder: screenFolder,
        screen_status: 1,
        screen_version: 1,
        screen_description: screenDescription,
        published_at: sql<Date>`now()`,
        content: json,
        saved_by: publisher,
        saved_at: sql<Date>`now()`,
      }),
    )
    await tx.run(
      build.insertInto('screen_versions').values({
        tenant_id,
        id: newId(),
        screen_id: id,
        screen_version: 1,
        content: json,
        sha256: createHash('sha256').update(json).digest('hex'),
        published_by: publisher,
      }),
    )
  }
}

async function seededRows(tx: Transaction): Promise<SeededRows> {
  const devices = await tx.all(build.selectFrom('devices').select(['id', 'device_code']))
  const points = await tx.all(build.selectFrom('points').select(['id', 'device_id', 'point_key']))
  const sites = await tx.all(build.selectFrom('sites').select(['id', 'site_code']))
  const types = await tx.all(build.selectFrom('device_types').select(['id', 'type_code']))
  const codes = new Map(devices.map(({ id, device_code }) => [id, device_code]))
  const found = (what: string, among: ReadonlyMap<string, string>) => (name: string) => {
    const id = among.get(name)
    if (id === undefined) throw new Error(`the seeds of screens name the ${what} ${name}, which there is not`)
    return id
  }
  const point = found('point', new Map(points.map(({ id, device_id, point_key }) => [`${codes.get(device_id) ?? ''} ${point_key}`, id])))
  return {
    point: (deviceCode, key) => point(`${deviceCode} ${key}`),
    device: found('device', new Map(devices.map(({ id, device_code }) => [device_code, id]))),
    site: found('site', new Map(sites.map(({ id, site_code }) => [site_code, id]))),
    type: found('type of devices', new Map(types.map(({ id, type_code }) => [type_code, id]))),
  }
}
