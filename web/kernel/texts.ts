/** The words that the parts of web/ui show; they know no language. */
import type { Resource } from '../../model/resource.ts'
import type { TableTexts } from '../ui/data-table.tsx'
import type { FilterTexts } from '../ui/filter-bar.tsx'
import type { PagerTexts } from '../ui/pager.tsx'
import type { LabelKey, Translate } from './i18n.ts'

export function filterTexts(t: Translate): FilterTexts {
  return {
    form: t('list.filters'), query: t('list.query'), reset: t('list.reset'), more: t('list.advanced'), fewer: t('list.fewer'),
    from: t('list.from'), to: t('list.to'), none: t('list.no-options'),
  }
}

export function tableTexts(of: Resource, t: Translate): TableTexts {
  return {
    caption: t(`noun.${of.name}` as LabelKey), chooseAll: t('list.choose-all'), choose: t('list.choose'), actions: t('list.row-actions'),
    empty: t('list.empty'), unfold: t('list.unfold'), fold: t('list.fold'),
  }
}

export function pagerTexts(total: number, t: Translate): PagerTexts {
  return { label: t('list.pages'), total: t('list.total', { total }), sizes: t('list.size'), size: (rows) => t('list.rows-a-page', { rows }) }
}
