/** What an import would change. */
import { Table } from 'antd'
import type { Difference } from '../../../../model/contract/exchange/imports.ts'
import { useT } from '../../i18n/i18n.ts'
import './import-dialog.css'

/** What is there beside what will be. */
export function Differences({ found, total }: { found: readonly Difference[]; total: number }) {
  const t = useT()
  return (
    <section aria-label={t('import.differences')}>
      <div className="import-errors-head">
        <h2>
          {t('import.differences')} <span className="import-count">{total}</span>
        </h2>
      </div>
      <Table
        size="small"
        dataSource={found.map((difference) => ({ ...difference, key: `${difference.row}:${difference.field}` }))}
        scroll={{ y: 280, x: 560 }}
        pagination={found.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
        columns={[
          { title: t('import.row'), dataIndex: 'row', width: 56 },
          { title: t('import.record'), dataIndex: 'name', width: 130, ellipsis: true },
          { title: t('import.column'), dataIndex: 'heading', width: 120, ellipsis: true },
          { title: t('import.before'), dataIndex: 'before', ellipsis: true, render: (before: string) => <del>{before}</del> },
          { title: t('import.after'), dataIndex: 'after', ellipsis: true, render: (after: string) => <ins>{after}</ins> },
        ]}
      />
    </section>
  )
}
