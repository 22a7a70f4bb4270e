import { Pagination, Select } from 'antd'
import { FIRST_PAGE, PAGER_SIZE, PAGE_SIZES } from './page-sizes.ts'
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
}

/** Total, sizes, previous, pages, next, and the page to jump to. Another size begins at the first page. */
export function Pager({ page = FIRST_PAGE, size = PAGER_SIZE, total, sizes = PAGE_SIZES, texts, onChange }: PagerProps) {
  return (
    <nav className="pager" aria-label={texts.label}>
      <span className="pager-total">{texts.total}</span>
      <Select
        value={size} aria-label={texts.sizes} popupMatchSelectWidth={false} options={sizes.map((rows) => ({ value: rows, label: texts.size(rows) }))}
        onChange={(rows: number) => onChange(1, rows)}
      />
      <Pagination
        current={page} pageSize={size} total={total} showSizeChanger={false} showQuickJumper={total > size} showLessItems
        onChange={(next) => onChange(next, size)}
      />
    </nav>
  )
}
