/** The words that the parts of web/ui show; they know no language. */
import type { ColumnTexts } from '../../ui/column-editor.tsx'
import type { TableTexts } from '../../ui/data-table.tsx'
import type { FilterTexts } from '../../ui/filter-bar.tsx'
import type { PagerTexts } from '../../ui/pager.tsx'
import type { TickTexts } from '../../ui/tick-tree.tsx'
import type { Translate } from './i18n.ts'

export function filterTexts(t: Translate): FilterTexts {
  return {
    form: t('list.filters'),
    query: t('list.query'),
    reset: t('list.reset'),
    more: t('list.advanced'),
    fewer: t('list.fewer'),
    from: t('list.from'),
    to: t('list.to'),
    none: t('list.no-options'),
  }
}

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
    keys: t('list.keys'),
  }
}

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

export function pagerTexts(total: number, t: Translate): PagerTexts {
  return {
    label: t('list.pages'),
    total: t('list.total', { total }),
    sizes: t('list.size'),
    size: (rows) => t('list.rows-a-page', { rows }),
  }
}

export function tickTexts(t: Translate): TickTexts {
  return {
    search: t('granting.search'),
    none: t('granting.no-match'),
    unfold: t('list.unfold'),
    fold: t('list.fold'),
    count: (ticked, all) => t('granting.count', { ticked, all }),
  }
}
