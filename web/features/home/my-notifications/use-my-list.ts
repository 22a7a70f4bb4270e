import { useSearchParams } from 'react-router'
import { FIRST_PAGE, PAGE_SIZES, PAGER_SIZE } from '../../../ui/page-sizes.ts'
import type { FilterValues } from '../../../ui/filter-bar.tsx'
import { filterNames } from './columns.tsx'

interface Shown {
  readonly page: number
  readonly size: number
  readonly filters: FilterValues
}

/** Filters, page and what is open, as the address has them: it can be gone back to, and sent. */
export function useMyList() {
  const [address, setAddress] = useSearchParams()
  const number = (name: string) => Number(address.get(name))
  const now: Shown = {
    page: number('currentPage') >= 1 ? Math.floor(number('currentPage')) : FIRST_PAGE,
    size: PAGE_SIZES.find((size) => size === number('pageSize')) ?? PAGER_SIZE,
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = address.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  return {
    ...now,
    opened: address.get('id') ?? undefined,
    /** Other filters begin at the first page. */
    show(change: Partial<Shown>): void {
      const { page, size, filters } = { ...now, ...(change.filters ? { page: FIRST_PAGE } : {}), ...change }
      setAddress({
        ...filters,
        ...(page === FIRST_PAGE ? {} : { currentPage: String(page) }),
        ...(size === PAGER_SIZE ? {} : { pageSize: String(size) }),
      })
    },
    open(id: string | undefined): void {
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          if (id === undefined) next.delete('id')
          else next.set('id', id)
          return next
        },
        { replace: id === undefined },
      )
    },
  }
}
