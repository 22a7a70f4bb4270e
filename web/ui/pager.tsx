import { Pagination, Select } from 'antd'
import { FIRST_PAGE, PAGER_SIZE, PAGE_SIZES } from './page-sizes.ts'
import { scrollToTop } from './scroll.ts'
import './pager.css'

export interface PagerTexts {
  readonly label: string
  readonly total: string
  readonly sizes: string
  /** The words for one size. */
  readonly size: (rows: number) => string
}

interface PagerProps {
  readonly page?: number
  readonly size?: number
  readonly total: number
  readonly sizes?: readonly number[]
  readonly texts: PagerTexts
  readonly onChange: (page: number, size: number) => void
  /** What scrolls inside of the page and is brought back to its top as well. */
  readonly scrolled?: () => Element | null | undefined
  /** In a dialog the page behind it stays where it is. */
  readonly keepsPlace?: true
}

/** Milliseconds, from section 9 of the specification. */
const SCROLL = 800

/** Total, sizes, previous, pages, next, and the page to jump to. Another size begins at the first page; another page at its top. */
export function Pager({
  page = FIRST_PAGE,
  size = PAGER_SIZE,
  total,
  sizes = PAGE_SIZES,
  texts,
  onChange,
  scrolled,
  keepsPlace,
}: PagerProps) {
  function turn(next: number, rows: number): void {
    onChange(next, rows)
    if (!keepsPlace) scrollToTop(SCROLL, scrolled?.())
  }
  return (
    <nav className="pager" aria-label={texts.label}>
      <span className="pager-total">{texts.total}</span>
      <Select
        value={size}
        aria-label={texts.sizes}
        popupMatchSelectWidth={false}
        options={sizes.map((rows) => ({ value: rows, label: texts.size(rows) }))}
        onChange={(rows: number) => turn(1, rows)}
      />
      <Pagination
        current={page}
        pageSize={size}
        total={total}
        showSizeChanger={false}
        showQuickJumper
        showLessItems
        onChange={(next) => turn(next, size)}
      />
    </nav>
  )
}
