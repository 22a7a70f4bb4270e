import type { RefObject } from 'react'
import { memo } from 'react'
import type { TotalIs } from '../../../model/contract/resources.ts'
import { Pager } from '../../ui/pager.tsx'
import { useT } from '../i18n/i18n.ts'
import { pagerTexts } from '../i18n/texts.ts'

interface ResourcePagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** How many are said to be there, where branches are counted with what is below them. */
  readonly count: number
  readonly totalIs: TotalIs | undefined
  readonly onChange: (page: number, size: number) => void
  /** What the table lies in. */
  readonly card: RefObject<HTMLElement | null>
}

/** The pages of a noun's list. Other rows of the same page are nothing to it. */
export const ResourcePager = memo(function ResourcePager({ count, totalIs, card, ...rest }: ResourcePagerProps) {
  const t = useT()
  return <Pager {...rest} texts={pagerTexts(count, t, totalIs)} scrolled={() => card.current?.querySelector('.data-table')} />
})
