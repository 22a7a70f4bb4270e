/** The charts of a board as tiles that can be moved, made wider and taken away. A file of its own because few visits need it. */
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { BoardChart } from '../../../../model/charts/board.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { TileList } from '../../../shared/panels/tiles/tile-list.tsx'

interface ArrangingProps {
  readonly charts: readonly BoardChart[]
  readonly onDone: (charts: readonly BoardChart[]) => Promise<void>
  readonly onCancel: () => void
}

export default function Arranging({ charts, onDone, onCancel }: ArrangingProps) {
  const t = useT()
  const [arranged, setArranged] = useState(charts)
  const [announcement, setAnnouncement] = useState('')
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  async function done(): Promise<void> {
    setBusy(true)
    await onDone(arranged)
    setBusy(false)
  }
  return (
    <>
      <header className="boards-bar">
        <h2>{t('boards.arranging')}</h2>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="primary" autoFocus loading={busy} onClick={() => void done()}>
          {t('common.save')}
        </Button>
      </header>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <TileList
        tiles={arranged.map(({ id, width }) => ({ card: id, width }))}
        label={t('boards.arranging')}
        nameOf={(id) => charts.find((chart) => chart.id === id)?.title ?? id}
        onChange={(tiles) =>
          setArranged(tiles.flatMap(({ card, width }) => charts.filter(({ id }) => id === card).map((chart) => ({ ...chart, width }))))
        }
        announce={setAnnouncement}
        list={list}
      />
    </>
  )
}
