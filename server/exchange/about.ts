/** What a file of rows says of itself: what it holds, by which filters, in which time zone, when it was made and by whom. */
import type { Millis } from '../../model/brands.ts'
import { labelOf } from '../../model/labels/index.ts'
import type { Translate } from '../../model/labels/index.ts'
import { parseSorter } from '../../model/list-query.ts'
import type { Listing } from '../../model/resource.ts'
import { offsetText, secondText } from '../../model/zone.ts'
import type { Sheet } from '../documents/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { build } from '../kernel/database/sql.ts'
import type { Services } from '../kernel/services.ts'

type Timed = Pick<Services, 'transactions' | 'clock'>
type Asking = Pick<Caller, 'tenantId' | 'username'>

/** When a file was made, in which zone all its times are, and by whom: `2026-11-22 21:36:09 Asia/Shanghai (UTC+8) · admin`. */
export async function noteOf({ transactions, clock }: Timed, { tenantId, username }: Asking): Promise<string> {
  const { time, zone } = clockOf(await transactions.timeZoneOf(tenantId), clock.now())
  return `${time} ${zone} · ${username}`
}

function clockOf(zone: string, now: Millis) {
  return { time: secondText(zone, now), zone: `${zone} (${offsetText(zone, now)})` }
}

export interface Held {
  /** What the rows are. */
  readonly title: string
  /** Each filter in words; none: all rows. */
  readonly filters: readonly string[]
  /** The order in words, where one was asked for. */
  readonly order?: string | undefined
}

/**
 * The parts of a sheet that say what it is: title, tenant and note; `narrowed`, the filters in one line; and `about`, all of it as facts below each
 * other, which a workbook has as a sheet of its own.
 */
export async function aboutOf(
  { transactions, clock }: Timed,
  caller: Caller,
  t: Translate,
  { title, filters, order }: Held,
): Promise<Pick<Sheet, 'title' | 'tenant' | 'note' | 'narrowed' | 'about'>> {
  const { time, zone } = clockOf(await transactions.timeZoneOf(caller.tenantId), clock.now())
  const found = await transactions.inTenant(
    caller,
    (tx) => tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId)),
    'read',
  )
  const tenant = found?.tenant_name ?? ''
  const lines = filters.length > 0 ? filters : [t('exported.unfiltered')]
  return {
    title,
    tenant,
    note: `${time} ${zone} · ${caller.username}`,
    narrowed: `${t('list.filters')}${t('common.means')}${lines.join(t('exported.and'))}`,
    about: {
      title: t('exported.about'),
      facts: [
        [t('exported.what'), title],
        ...lines.map((line, at): [string, string] => [at === 0 ? t('list.filters') : '', line]),
        ...(order === undefined ? [] : [[t('exported.order'), order] as const]),
        [t('profile.tenant'), tenant],
        [t('shell.clock'), zone],
        [t('exported.time'), time],
        [t('exported.by'), caller.username],
      ],
    },
  }
}

/** The order of a list in words, such as `Created, descending`; undefined where none was asked for. */
export function orderInWords(of: Listing, sorter: string | undefined, t: Translate): string | undefined {
  const wanted = parseSorter(sorter)
  return wanted && t(`exported.${wanted.direction}`, { field: t(labelOf(of, wanted.field)) })
}
