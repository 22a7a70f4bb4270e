/** The tenant's clock as pages show it, in a browser of another zone; and how far a text of it is from now. */
import { expect } from 'vitest'
import { momentOf, secondText } from '../../model/zone.ts'
import type { Client } from '../support/client.ts'

/** Of the tenant: neither the server's, which is Asia/Shanghai, nor the browser's, and not whole hours from either. */
export const ZONE = 'Asia/Kolkata'
export const SERVER_ZONE = 'Asia/Shanghai'
export const BROWSER_ZONE = 'America/New_York'
/** What lies between the act and the look at it, in milliseconds; zones are half an hour apart at least. */
export const NEAR_MS = 600_000

/** From now on it is the clock of the tenant. */
export async function setZone(admin: Client, zone: string): Promise<void> {
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'time.zone', pageSize: 10 })
  expect((await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: zone })).http).toBe(200)
}

/** How far the time in a text is from now (milliseconds), read as a time of the tenant's; NaN where there is none. */
export function offNow(text: string): number {
  const [written = ''] = /\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?|\d\d:\d\d:\d\d/.exec(text) ?? []
  const whole = written.length < 10 ? `${secondText(ZONE, Date.now()).slice(0, 10)} ${written}` : written
  return Math.abs((momentOf(ZONE, whole) ?? NaN) - Date.now())
}
