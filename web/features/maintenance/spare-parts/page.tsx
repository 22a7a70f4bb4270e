/** Spare parts: what there is of each, what is short, and moves of them. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { spareParts } from '../../../../model/index.ts'
import type { MoveKind } from '../../../../model/maintenance/part-moves.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo, useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import type { PartToMove } from '../../../shared/maintenance/move-part.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const MovePart = lazyWithPreload(() => import('../../../shared/maintenance/move-part.tsx'))

const columns: ColumnSetups = {
  partName: { width: 200, first: true },
  partCode: { width: 140 },
  partStock: { width: 110, first: true },
  partUnit: { width: 90, first: true },
  isShort: { width: 120, first: true, render: (row, text) => (row['isShort'] === 1 ? <Tag kind="urgent">{text}</Tag> : text) },
  partMinimum: { width: 110 },
  siteId: { width: 160 },
  shelf: { width: 110 },
  partModel: { width: 150 },
  supplier: { width: 150 },
  keeperId: { width: 140 },
  equipmentId: { width: 220 },
  category: { width: 180 },
  partDescription: { width: 220 },
}

const filters = ['partName', 'partCode', 'isShort', 'siteId', 'equipmentId']

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The row as the dialog of moves wants it. */
const toMove = (row: ResourceRow): PartToMove => ({
  id: row.id,
  name: [row['partCode'], row['partName']].filter(Boolean).join(' '),
  unit: textOf(row['partUnit']),
  stock: typeof row['partStock'] === 'number' ? row['partStock'] : undefined,
})

export default function SparePartsPage() {
  const t = useT()
  const queries = useQueryClient()
  const movesOf = useRowsOf('/maintenance/partmoves', 'partId', t('menu.partmoves'))
  const [moving, setMoving] = useState<{ part: PartToMove; kind: MoveKind }>()
  return (
    <>
      <ResourcePage
        of={spareParts}
        columns={columns}
        filters={filters}
        defaults={{ partMinimum: 0, ...useNarrowedTo('siteId') }}
        empty={t('part.empty')}
        rowActions={(row, may) => [
          ...(may('move')
            ? (['count', 'in', 'out'] as const).map((kind) => ({
                key: kind,
                label: t(`choice.moveKind.${kind}`),
                ...(kind === 'out' ? { main: true as const } : kind === 'count' ? { rare: true as const } : {}),
                run: () => setMoving({ part: toMove(row), kind }),
              }))
            : []),
          ...movesOf(row).map((action) => ({ ...action, rare: true as const })),
        ]}
      />
      {moving && (
        <Suspense fallback={null}>
          <MovePart
            part={moving.part}
            kind={moving.kind}
            onMoved={() => void forgetLists(queries, spareParts)}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
