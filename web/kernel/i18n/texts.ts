/** The words that the parts of web/ui show; they know no language. */
import type { TotalIs } from '../../../model/contract/resources.ts'
import type { ColumnTexts } from '../../ui/column-editor.tsx'
import type { TableTexts } from '../../ui/table-texts.ts'
import type { FilterTexts } from '../../ui/filter-bar.tsx'
import type { PagerTexts } from '../../ui/pager.tsx'
import type { TickTexts } from '../../ui/tick-tree.tsx'
import type { Translate } from './i18n.ts'

/** The texts of a filter bar. */
export function filterTexts(t: Translate): FilterTexts {
  return {
    form: t('list.filters'),
    query: t('list.query'),
    reset: t('list.reset'),
    more: t('list.advanced'),
    fewer: t('list.fewer'),
    fold: (active) => (active > 0 ? t('list.filters-active', { count: active }) : t('list.fold-filters')),
    from: t('list.from'),
    to: t('list.to'),
    least: t('list.least'),
    greatest: t('list.greatest'),
    none: t('list.no-options'),
    periods: periodTexts(t),
  }
}

/** What the periods are called that a range of days can be. */
export const periodTexts = (t: Translate): FilterTexts['periods'] => ({
  today: t('period.today'),
  yesterday: t('period.yesterday'),
  week: t('period.week'),
  month: t('period.month'),
  'last-7': t('period.last-7'),
  'last-30': t('period.last-30'),
})

/** The texts of a table. @param caption What the table shows, for those who do not see it */
export function tableTexts(caption: string, t: Translate): TableTexts {
  return {
    caption,
    chooseAll: t('list.choose-all'),
    choose: t('list.choose'),
    actions: t('list.row-actions'),
    more: t('list.more'),
    empty: t('list.empty'),
    unfold: t('list.unfold'),
    fold: t('list.fold'),
    beyond: (columns) => t('list.beyond', { count: columns }),
    rest: (fields) => t('list.rest', { count: fields }),
    lessOfRow: t('list.less'),
    keys: t('list.keys'),
  }
}

/** The texts of the settings of columns. */
export function columnTexts(t: Translate): ColumnTexts {
  return {
    title: t('columns.title'),
    hint: t('columns.hint'),
    density: t('columns.density'),
    reset: t('columns.reset'),
    densities: { compact: t('columns.density-compact'), standard: t('columns.density-standard'), roomy: t('columns.density-roomy') },
    pins: { none: t('columns.pin-none'), left: t('columns.pin-left'), right: t('columns.pin-right') },
    show: (column) => t('columns.show', { column }),
    up: (column) => t('columns.up', { column }),
    down: (column) => t('columns.down', { column }),
    width: (column) => t('columns.width', { column }),
    pin: (column) => t('columns.pin', { column }),
    place: (column, at, all) => t('columns.place', { column, at, all }),
  }
}

const TOTALS = { exact: 'list.total', about: 'list.total-about', 'at-least': 'list.total-at-least' } as const

/** A number as it is read: in each of our languages with a comma between the thousands. */
export const figureText = (count: number): string => count.toLocaleString('en')

/** The texts of a pager. @param totalIs Whether the total is exact; that of a very long list is not, and is said so. */
export function pagerTexts(total: number, t: Translate, totalIs: TotalIs = 'exact'): PagerTexts {
  return {
    label: t('list.pages'),
    total: t(TOTALS[totalIs], { total: figureText(total) }),
    sizes: t('list.size'),
    size: (rows) => t('list.rows-a-page', { rows }),
  }
}

/** A total where there is no room for words: `12,345`, `≈ 12,345` of what is not exact, `10,000+` of what there is more of. */
export function countText(total: number, totalIs: TotalIs, written: (total: number) => string = String): string {
  if (totalIs === 'exact') return written(total)
  return totalIs === 'about' ? `≈ ${written(total)}` : `${written(total)}+`
}

/** The texts of a tree to tick. */
export function tickTexts(t: Translate): TickTexts {
  return {
    search: t('granting.search'),
    none: t('granting.no-match'),
    unfold: t('list.unfold'),
    fold: t('list.fold'),
    count: (ticked, all) => t('granting.count', { ticked, all }),
  }
}
