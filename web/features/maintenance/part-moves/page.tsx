/** What came into the stores and went out of them: the ledger, which nobody changes. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partMoves } from '../../../../model/index.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { OrderLink } from '../../../shared/maintenance/row-link.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const MovePart = lazyWithPreload(() => import('../../../shared/maintenance/move-part.tsx'))

const KINDS = { in: 'good', out: 'info', count: 'notice' } as const
const kindOf = (kind: unknown) => (typeof kind === 'string' && kind in KINDS ? KINDS[kind as keyof typeof KINDS] : 'plain')

const columns: ColumnSetups = {
  createTime: { width: 180, first: true },
  partId: { width: 170, first: true },
  moveKind: { width: 110, first: true, render: (row, text) => <Tag kind={kindOf(row['moveKind'])}>{text}</Tag> },
  stockChange: { width: 120, first: true },
  stockAfter: { width: 150 },
  quantity: { width: 110 },
  orderId: { width: 150, render: (row, text) => <OrderLink id={row['orderId']} text={text} /> },
  moveReason: { width: 260 },
  movedBy: { width: 150 },
}

const filters = ['partId', 'moveKind', 'orderId', 'movedBy', 'createTime']

export default function PartMovesPage() {
  const t = useT()
  const queries = useQueryClient()
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <ResourcePage
        of={partMoves}
        columns={columns}
        filters={filters}
        empty={t('part.no-moves')}
        actions={(_chosen, may) => (may('move') ? [{ key: 'move', label: t('part.move'), main: true, run: () => setMoving(true) }] : [])}
      />
      {isMoving && (
        <Suspense fallback={null}>
          <MovePart kind="in" onMoved={() => void forgetLists(queries, partMoves)} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </>
  )
}
