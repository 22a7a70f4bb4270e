import { Pagination } from 'antd'
import './pager.css'

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly sizes: readonly number[]
  readonly label: string
  readonly totalText: (total: number) => string
  readonly onChange: (page: number, size: number) => void
}

/** Total, sizes, previous, pages, next and the page to jump to. */
export function Pager({ page, size, total, sizes, label, totalText, onChange }: PagerProps) {
  return (
    <nav className="pager" aria-label={label}>
      <Pagination
        current={page} pageSize={size} total={total} pageSizeOptions={[...sizes]} showSizeChanger={{ 'aria-label': label, showSearch: false }}
        showQuickJumper showLessItems showTotal={totalText}
        onChange={(nextPage, nextSize) => onChange(nextSize === size ? nextPage : 1, nextSize)}
      />
    </nav>
  )
}
