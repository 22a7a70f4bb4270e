import { memo } from 'react'
import type { Listing } from '../../../model/resource.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { Option } from '../../ui/options.ts'
import { useT } from '../i18n/i18n.ts'
import { filterTexts } from '../i18n/texts.ts'
import { useFilters } from './filters.ts'
import type { Filters } from './list-state.ts'

interface ResourceFiltersProps {
  readonly of: Listing
  /** The fields that the reader sees; absent while they are not known. */
  readonly visible: readonly string[] | undefined
  /** The filters shown without asking for more, in this order. */
  readonly order: readonly string[]
  readonly choices: Readonly<Record<string, readonly Option[]>> | undefined
  readonly values: Filters
  readonly resetTo: Filters
  readonly onQuery: (values: Filters) => void
  readonly isResting: boolean
}

/** The filters of a noun's list. Rows that come anew are nothing to them. */
export const ResourceFilters = memo(function ResourceFilters({ of, visible, order, choices, ...rest }: ResourceFiltersProps) {
  const t = useT()
  const fields = useFilters(of, visible, order, choices)
  return <FilterBar fields={fields} first={order.length || 4} {...rest} texts={filterTexts(t)} />
})
