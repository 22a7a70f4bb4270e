/** Boards of charts: one's own and shared ones, each chart from the caller's own figures. */
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BoardChart as Kept, BoardContent } from '../../../../model/charts/board.ts'
import { bucketStart, momentOfText } from '../../../../model/figures/ranges.ts'
import type { Bucket, RangeValue } from '../../../../model/figures/document.ts'
import { secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { newId } from '../../../kernel/new-id.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import '../../../shared/panels/tiles/tiles.css'
import { useClockZone } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import type { BoardFilter } from './asked.ts'
import { askedOf, isCalendar } from './asked.ts'
import { BoardChart } from './board-chart.tsx'
import { BoardMenu } from './board-menu.tsx'
import './boards.css'
import { figuresOf, subjectsOf } from '../../../shared/figures/client.ts'
import { boardsOf, forgetBoards, updateBoard } from './client.ts'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'

const Builder = lazyWithPreload(() => import('./builder.tsx'))
const Arranging = lazyWithPreload(() => import('./arranging.tsx'))

export default function BoardsPage() {
  const t = useT()
  const queries = useQueryClient()
  const { authority, user } = useSession()
  const [address, setAddress] = useSearchParams()
  const wanted = address.get('board') ?? undefined
  const { data, error, refetch } = useQuery(boardsOf(wanted))
  const [editing, setEditing] = useState<{ chart: Kept | undefined; open: boolean; times: number }>()
  const [arranging, setArranging] = useState(false)
  const may = (button: string) => user.acting !== 'preview' && mayUse(button, 'boards', data?.allowed, authority.menuButton)
  const { board } = data ?? {}
  const listed = data?.list.find(({ id }) => id === board?.id)
  const mayChange = listed?.mayChange === true && may('update')
  const open = (id: string | undefined) => setAddress(id === undefined ? {} : { board: id })
  const edit = (chart: Kept | undefined) => setEditing((before) => ({ chart, open: true, times: (before?.times ?? 0) + 1 }))

  /** Whether the charts were kept. */
  async function keep(charts: readonly Kept[]): Promise<boolean> {
    if (!board) return false
    try {
      await updateBoard(board.id, { version: board.version, content: { ...board.content, charts: [...charts] } })
      toast.success(t('view.saved'))
      return true
    } catch (failure) {
      // The call has said what went wrong; where the board was changed elsewhere it is shown as it is now.
      if (!(failure instanceof ApiError)) throw failure
      return false
    } finally {
      await forgetBoards(queries)
    }
  }

  // What is there stays where asking for it again fails.
  const failure = error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />
  if (failure && !data) return failure
  if (arranging && board)
    return (
      <div className="boards">
        <Suspense fallback={null}>
          <Arranging
            charts={board.content.charts}
            onDone={async (charts) => {
              if (await keep(charts)) setArranging(false)
            }}
            onCancel={() => setArranging(false)}
          />
        </Suspense>
      </div>
    )
  const groups = (['own', 'shared'] as const).flatMap((key) => {
    const options = (data?.list ?? [])
      .filter(({ audience }) => (audience === 'own') === (key === 'own'))
      .map(({ id, boardName }) => ({ value: id, label: boardName }))
    return options.length === 0 ? [] : [{ label: t(`boards.${key}`), options }]
  })
  return (
    <div className="boards" aria-busy={!data}>
      <h1 className="visually-hidden">{t('menu.boards')}</h1>
      <header className="boards-bar">
        {board && (
          <Select
            className="boards-choice"
            aria-label={t('boards.board')}
            value={board.id}
            options={groups}
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={open}
          />
        )}
        <span className="boards-space" />
        {mayChange && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            onPointerEnter={() => void Builder.preload()}
            onClick={() => edit(undefined)}
          >
            {t('boards.add-chart')}
          </Button>
        )}
        {mayChange && (board?.content.charts.length ?? 0) > 1 && (
          <Button icon={<LayoutOutlined aria-hidden="true" />} onClick={() => setArranging(true)}>
            {t('boards.arrange')}
          </Button>
        )}
        <BoardMenu listed={listed} version={board?.version} content={board?.content} may={may} onOpen={open} />
      </header>
      {failure}
      {data && !board && <p className="quiet">{t('boards.none')}</p>}
      {board && (
        <Board
          key={board.id}
          content={board.content}
          mayExport={may('export')}
          {...(mayChange ? { onEdit: edit, onKeep: (charts: readonly Kept[]) => void keep(charts) } : {})}
        />
      )}
      {editing && board && (
        <Suspense fallback={null}>
          <BuilderOf
            key={editing.times}
            open={editing.open}
            chart={editing.chart}
            charts={board.content.charts}
            onSave={async (charts) => {
              if (await keep(charts)) setEditing((before) => before && { ...before, open: false })
            }}
            onClose={() => setEditing((before) => before && { ...before, open: false })}
          />
        </Suspense>
      )}
    </div>
  )
}

interface BuilderOfProps {
  readonly open: boolean
  readonly chart: Kept | undefined
  readonly charts: readonly Kept[]
  readonly onSave: (charts: readonly Kept[]) => Promise<void>
  readonly onClose: () => void
}

function BuilderOf({ open, chart, charts, onSave, onClose }: BuilderOfProps) {
  const { data: subjects, error } = useQuery(subjectsOf())
  const [chartId] = useState(nextId)
  if (error) return <p role="alert">{error.message}</p>
  if (!subjects) return null
  return (
    <Builder
      open={open}
      subjects={subjects.list}
      chart={chart}
      newId={chartId}
      onSave={(made) => onSave(chart ? charts.map((one) => (one.id === chart.id ? made : one)) : [...charts, made])}
      onClose={onClose}
    />
  )
}

const nextId = () => newId().slice(0, 8)

interface BoardProps {
  readonly content: BoardContent
  readonly mayExport: boolean
  readonly onEdit?: (chart: Kept) => void
  readonly onKeep?: (charts: readonly Kept[]) => void
}

function Board({ content, mayExport, onEdit, onKeep }: BoardProps) {
  const t = useT()
  const zone = useClockZone()
  const [range, setRange] = useState<RangeValue | undefined>(content.range)
  const [filters, setFilters] = useState<readonly BoardFilter[]>([])
  const subjects = useQuery(subjectsOf())
  const { charts } = content
  const asked = useMemo(
    () => (subjects.data ? charts.map((chart) => askedOf(chart, { range, filters, subjects: subjects.data.list })) : undefined),
    [charts, range, filters, subjects.data],
  )
  const documents = useMemo(() => asked?.flatMap((one) => (one ? [one.document] : [])) ?? [], [asked])
  const figures = useQuery(figuresOf(documents))
  const failure = subjects.error ?? figures.error
  // Answers stand in the order of those charts that were asked about.
  const places = new Map(asked?.flatMap((one, at) => (one ? [at] : [])).map((at, place) => [at, place]))
  const resultOf = (at: number) => figures.data?.[places.get(at) ?? -1]

  const filter = (added: BoardFilter) => setFilters((before) => [...before.filter(({ field }) => field !== added.field), added])
  const brush = (at: number) => (first: string, last: string) => {
    const bucket = asked?.[at]?.document.dimensions?.[0]?.bucket
    const chosen = isCalendar(bucket) && stretch(zone, bucket, first, last)
    if (chosen) setRange(chosen)
  }
  if (charts.length === 0) return <p className="quiet">{t('boards.empty')}</p>
  return (
    <>
      <div className="boards-bar">
        <RangeChoice label={t('boards.range')} none={t('boards.range-each')} value={range} onChange={setRange} />
        {filters.length > 0 && (
          <ul className="board-filters" aria-label={t('boards.filters')}>
            {filters.map((one) => (
              <li key={one.field}>
                <Tag
                  icon={<FilterOutlined aria-hidden="true" />}
                  closable={{ 'aria-label': t('boards.take-filter', { field: one.label, value: one.text }) }}
                  onClose={(event) => {
                    event.preventDefault()
                    setFilters((before) => before.filter(({ field }) => field !== one.field))
                  }}
                >
                  {t('boards.filter-by', { field: one.label, value: one.text })}
                </Tag>
              </li>
            ))}
          </ul>
        )}
        {(filters.length > 0 || range !== content.range) && (
          <Button
            type="text"
            onClick={() => {
              setFilters([])
              setRange(content.range)
            }}
          >
            {t('boards.clear')}
          </Button>
        )}
      </div>
      {failure instanceof ApiError && (
        <ListFailure error={failure} onRetry={() => void (subjects.error ? subjects.refetch() : figures.refetch())} />
      )}
      {(!failure || figures.data) && (
        <div className="cards board-charts" aria-busy={figures.isFetching}>
          {charts.map((chart, at) => (
            <div key={chart.id} className={`card span-${chart.width}`}>
              <BoardChart
                chart={chart}
                // Until it is known what somebody may ask about, each waits.
                asked={asked ? asked[at] : askedOf(chart, { range: undefined, filters: [], subjects: [] })}
                result={resultOf(at)}
                subjects={subjects.data?.list ?? []}
                mayExport={mayExport}
                onFilter={filter}
                onBrush={brush(at)}
                {...(onEdit && onKeep
                  ? {
                      onEdit: () => onEdit(chart),
                      onDuplicate: () => onKeep(charts.toSpliced(at + 1, 0, { ...chart, id: nextId() })),
                      onRemove: () => onKeep(charts.toSpliced(at, 1)),
                    }
                  : {})}
              />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** From the beginning of one stretch to the end of another, as a document has it. */
function stretch(zone: string, bucket: Bucket, first: string, last: string): RangeValue | undefined {
  const [from, begins] = [momentOfText(zone, first), momentOfText(zone, last)]
  if (from === undefined || begins === undefined) return undefined
  return { from: secondText(zone, from), to: secondText(zone, bucketStart(zone, begins, bucket, 1)) }
}
