/** Leafs through the pages of a report. */
import { Button } from 'antd'
import { useT } from '../../kernel/i18n/i18n.ts'
import './page-view.css'

interface PagerProps {
  readonly page: number
  readonly count: number
  readonly onPage: (page: number) => void
}

export function Pager({ page, count, onPage }: PagerProps) {
  const t = useT()
  return (
    <div className="report-pager">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('reports.previous')}
      </Button>
      <span role="status">{t('reports.page', { page, count })}</span>
      <Button disabled={page >= count} onClick={() => onPage(page + 1)}>
        {t('reports.next')}
      </Button>
    </div>
  )
}
