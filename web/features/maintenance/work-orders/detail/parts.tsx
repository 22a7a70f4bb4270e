/** The spare parts that were taken for an order, and came back from it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useId, useState } from 'react'
import type { OrderPartMove } from '../../../../../model/contract/maintenance/part-moves.ts'
import { queryOrderPart } from '../../../../../model/contract/maintenance/part-moves.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { askAgain } from '../../../../kernel/http/ask-again.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../../../kernel/i18n/texts.ts'
import { secondOf } from '../../../../ui/clock.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'

const MovePart = lazyWithPreload(() => import('../../../../shared/maintenance/move-part.tsx'))

const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined

export function Parts({ id, number }: { readonly id: string; readonly number: string }) {
  const t = useT()
  const heading = useId()
  const queries = useQueryClient()
  const [isMoving, setMoving] = useState(false)
  // eslint-disable-next-line no-restricted-syntax -- who may not see parts has no such section
  const { data } = useQuery({
    queryKey: ['order-parts', id],
    queryFn: ({ signal }) => ask(queryOrderPart, { id }, { signal, quiet: true }),
    retry: askAgain,
  })
  if (!data) return null
  const columns: Column<OrderPartMove>[] = [
    { key: 'part', width: 220, title: t('field.part-moves.partId'), render: ({ partCode, partName }) => `${partCode} ${partName}` },
    { key: 'kind', width: 110, title: t('field.part-moves.moveKind'), render: ({ moveKind }) => t(`choice.moveKind.${moveKind}`) },
    { key: 'quantity', width: 120, title: t('field.part-moves.quantity'), render: ({ quantity, partUnit }) => `${quantity} ${partUnit}` },
    { key: 'by', width: 150, title: t('part.by'), render: ({ by }) => by ?? '–' },
    { key: 'at', width: 180, title: t('part.at'), render: ({ at }) => secondOf(at) },
  ]
  return (
    <section className="upkeep-card" aria-labelledby={heading}>
      <div className="upkeep-head">
        <h2 id={heading}>{t('part.of-order')}</h2>
        {data.mayMove && (
          <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void MovePart.preload()} onClick={() => setMoving(true)}>
            {t('part.of-order-add')}
          </Button>
        )}
      </div>
      {data.moves.length === 0 ? (
        <p className="upkeep-about">{t('part.of-order-none')}</p>
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={data.moves}
            nameOf={({ partCode }) => partCode}
            card={{ title: 'part', fields: ['kind', 'quantity', 'by', 'at'] }}
            choosable={false}
            chosen={nobody}
            onChoose={nothing}
            onSort={nothing}
            state="ready"
            expected={1}
            texts={tableTexts(t('part.of-order'), t)}
          />
          <p className="upkeep-about">
            {t('part.used')}: {usedOf(data.moves).join(t('common.between'))}
          </p>
        </>
      )}
      {isMoving && (
        <Suspense fallback={null}>
          <MovePart
            kind="out"
            order={{
              id,
              number,
              parts: data.parts.map((part) => ({
                id: part.partId,
                name: `${part.partCode} ${part.partName}`,
                unit: part.partUnit,
                stock: part.stock,
              })),
            }}
            onMoved={() => void queries.invalidateQueries({ queryKey: ['order-parts', id] })}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** What went out and did not come back, part by part. */
const usedOf = (moves: readonly OrderPartMove[]): string[] =>
  [...Map.groupBy(moves, ({ partId }) => partId).values()].flatMap((of) => {
    const [first] = of
    const used = of.reduce((sum, { moveKind, quantity }) => sum + (moveKind === 'in' ? -quantity : quantity), 0)
    return first && used !== 0 ? [`${first.partName} ${Math.round(used * 1000) / 1000} ${first.partUnit}`] : []
  })
