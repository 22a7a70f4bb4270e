/** Filters and page of a personal list, as the address has them: it can be gone back to, and sent. */
import { useSearchParams } from 'react-router'
import type { FilterValues } from '../../../ui/filter-bar.tsx'
import { FIRST_PAGE, PAGE_SIZES, PAGER_SIZE } from '../../../ui/page-sizes.ts'

interface Shown {
  readonly page: number
  readonly size: number
  readonly filters: FilterValues
}

/** Page and filters of a list as they stand in the address of the page, and what changes them there. @param names Of the filters; whatever else stands in the address is not theirs and stays. */
export function useListAddress(names: readonly string[]) {
  const [address, setAddress] = useSearchParams()
  const number = (name: string) => Number(address.get(name))
  const now: Shown = {
    page: number('currentPage') >= 1 ? Math.floor(number('currentPage')) : FIRST_PAGE,
    size: PAGE_SIZES.find((size) => size === number('pageSize')) ?? PAGER_SIZE,
    filters: Object.fromEntries(
      names.flatMap((name) => {
        const value = address.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  return {
    ...now,
    /** Other filters begin at the first page. */
    show(change: Partial<Shown>): void {
      const { page, size, filters } = { ...now, ...(change.filters ? { page: FIRST_PAGE } : {}), ...change }
      setAddress((before) => {
        const next = new URLSearchParams(before)
        for (const name of [...names, 'currentPage', 'pageSize']) next.delete(name)
        for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
        if (page !== FIRST_PAGE) next.set('currentPage', String(page))
        if (size !== PAGER_SIZE) next.set('pageSize', String(size))
        return next
      })
    },
  }
}
