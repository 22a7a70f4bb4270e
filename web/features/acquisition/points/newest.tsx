/** What the points of a list say now: as the list was told, and as it comes while somebody looks. */
import type { ReactNode } from 'react'
import { createContext, use, useMemo } from 'react'
import type { Latest } from '../../../../model/contract/acquisition/readings.ts'
import type { Worth } from '../../../../model/acquisition/quality.ts'
import { valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { agoOf, displayOf } from '../../../shared/acquisition/figures.ts'
import { useLiveValues } from '../../../shared/acquisition/live-values.ts'
import { QualityTag, worthOf } from '../../../shared/acquisition/quality-tag.tsx'
import { momentOfText } from '../../../ui/clock.ts'

const Newest = createContext<{ readonly values: ReadonlyMap<string, Latest>; readonly now: number }>({ values: new Map(), now: 0 })

/** Lets the cells of these points follow their values, for whoever is told any. */
export function FollowedPoints({ rows, children }: { readonly rows: readonly ResourceRow[]; readonly children: ReactNode }) {
  const ids = useMemo(() => rows.filter((row) => 'newestValue' in row).map(({ id }) => id), [rows])
  const values = useLiveValues(ids)
  const now = useNow(1000)
  const newest = useMemo(() => ({ values, now }), [values, now])
  return <Newest value={newest}>{children}</Newest>
}

/** The newest value with the unit that it is shown in. */
export function NewestValue({ row }: { readonly row: ResourceRow }) {
  const locale = localeOf[useLanguage()]
  const latest = use(Newest).values.get(row.id)
  const value = latest ? latest.value : (row['newestValue'] as number | null | undefined)
  return <span key={latest?.time}>{valueWithUnit(value, displayOf(row), locale)}</span>
}

/** What it is worth now. */
export function NewestQuality({ row }: { readonly row: ResourceRow }) {
  const { values, now } = use(Newest)
  const { staleSeconds } = row
  const latest = values.get(row.id)
  const worth = latest ? worthOf(latest, typeof staleSeconds === 'number' ? staleSeconds : undefined, now) : row['newestQuality']
  return worth ? <QualityTag worth={worth as Worth} /> : null
}

/** How long ago it was measured; the whole time stands in the title of the cell. */
export function NewestAt({ row, text }: { readonly row: ResourceRow; readonly text: string }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { values, now } = use(Newest)
  const time = values.get(row.id)?.time ?? momentOfText(text)
  return <time>{time === undefined ? text : agoOf(time, now, locale, t)}</time>
}
