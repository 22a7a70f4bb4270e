/** The sheet: cells that are chosen and written by keys and by the pointer. Only those near to what is seen are drawn. */
import type { KeyboardEvent } from 'react'
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Area, Place } from '../../../../model/reports/places.ts'
import { nameOfPlace, placeNamed } from '../../../../model/reports/places.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { isFixed, mergesOf, nameOfArea, typedOf, wholeOf } from './state/cells.ts'
import { clear, restyle, typeInto } from './state/edits.ts'
import { chosenIn, neighbour } from './state/history.ts'
import { parentsIn } from './parents.ts'
import { CellView, PIXELS } from './cell-view.tsx'
import { FIELD_TYPE, putField } from './state/fields.ts'
import { EDGE_HEIGHT, EDGE_WIDTH, Edge } from './edge.tsx'
import { between, linesIn, sums, useSeen } from './seen.ts'
import type { Brush } from './use-brush.ts'
import { useClipboard } from './use-clipboard.ts'
import type { Written } from './writing.tsx'
import { Writing } from './writing.tsx'
import { activeCell, useSheet, useSheetState } from './store.ts'
import './grid.css'

const SheetBackground = lazyWithPreload(() => import('./sheet-background.tsx'))

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}
const PAGE = 15

interface GridProps {
  /** Names of cells that something is wrong with. */
  readonly faulty: ReadonlySet<string>
  /** Tells what was done, for those who do not see it. */
  readonly announce: (text: string) => void
  readonly brush: Brush
}

export function Grid({ faulty, announce, brush }: GridProps) {
  const t = useT()
  const sheet = useSheet()
  const template = useSheetState((state) => state.template)
  const at = useSheetState((state) => state.at)
  const to = useSheetState((state) => state.to)
  const chosen = useMemo(() => chosenIn({ ...sheet.store.getState(), at, to, template }), [sheet, at, to, template])
  const [writing, setWriting] = useState<{ readonly text: string; readonly place: Place }>()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const seen = useSeen(scroller)
  const edges = useMemo(
    () => ({ x: sums(template.columns.map((each) => each * PIXELS)), y: sums(template.rows.map((each) => each * PIXELS)) }),
    [template.columns, template.rows],
  )
  const merges = useMemo(() => mergesOf(template), [template])
  const parents = useMemo(() => parentsIn(template, nameOfPlace(at)), [template, at])
  const spot = ({ from, to: last }: Area) => ({
    left: edges.x[from.column] ?? 0,
    top: edges.y[from.row] ?? 0,
    width: (edges.x[last.column + 1] ?? 0) - (edges.x[from.column] ?? 0),
    height: (edges.y[last.row + 1] ?? 0) - (edges.y[from.row] ?? 0),
  })
  const active = wholeOf(template, at)
  const clipboard = useClipboard({ chosen, isWriting: writing !== undefined, announce })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const [left, top] = [edges.x[to.column] ?? 0, edges.y[to.row] ?? 0]
    const [right, bottom] = [edges.x[to.column + 1] ?? 0, edges.y[to.row + 1] ?? 0]
    const [width, height] = [element.clientWidth - EDGE_WIDTH, element.clientHeight - EDGE_HEIGHT]
    if (left < element.scrollLeft) element.scrollLeft = left
    else if (right > element.scrollLeft + width) element.scrollLeft = right - width
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + height) element.scrollTop = bottom - height
  }, [to, edges])

  function go(by: Place, isLonger: boolean): void {
    if (isLonger) sheet.choose(at, neighbour(template, to, by))
    else sheet.choose(neighbour(template, at, by))
  }

  function write(text: string): void {
    if (isFixed(activeCell(sheet.store.getState()))) return announce(t('report-design.fixed'))
    // What is typed next, in whatever way characters are put together, goes into the field that opens.
    flushSync(() => setWriting({ text, place: sheet.store.getState().at }))
  }

  function end({ text, by, isLeft = false }: Written): void {
    if (!writing) return
    const { place } = writing
    setWriting(undefined)
    // Whoever presses on another cell has chosen that one already.
    if (text !== undefined && text !== typedOf(sheet.store.getState().template.cells[nameOfPlace(place)]))
      sheet.change((made) => typeInto(made, place, text))
    if (by) sheet.choose(neighbour(template, place, by))
    if (!isLeft) grid.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget) return
    if (brush.onKeyDown(event)) return
    const [step, isCommand] = [STEPS[event.key], event.ctrlKey || event.metaKey]
    const last = { row: template.rows.length - 1, column: template.columns.length - 1 }
    const done = () => event.preventDefault()
    if (step && !event.altKey) {
      done()
      const far = { row: step.row * last.row, column: step.column * last.column }
      if (!isCommand) return go(step, event.shiftKey)
      const from = event.shiftKey ? to : at
      const end = {
        row: Math.min(last.row, Math.max(0, from.row + far.row)),
        column: Math.min(last.column, Math.max(0, from.column + far.column)),
      }
      return event.shiftKey ? sheet.choose(at, end) : sheet.choose(end)
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      done()
      return go({ row: event.key === 'PageDown' ? PAGE : -PAGE, column: 0 }, event.shiftKey)
    }
    if (event.key === 'Home' || event.key === 'End') {
      done()
      const column = event.key === 'Home' ? 0 : last.column
      const row = isCommand ? (event.key === 'Home' ? 0 : last.row) : at.row
      return event.shiftKey ? sheet.choose(at, { row, column }) : sheet.choose({ row, column })
    }
    if (event.key === 'Enter' && !isCommand) {
      done()
      return go({ row: event.shiftKey ? -1 : 1, column: 0 }, false)
    }
    if (event.key === 'F2') {
      done()
      return write(typedOf(activeCell(sheet.store.getState())))
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      done()
      sheet.change(clear)
      return announce(t('report-design.cleared', { cells: nameOfArea(chosen) }))
    }
    if (isCommand && event.key.toLowerCase() === 'a') {
      done()
      return sheet.choose({ row: 0, column: 0 }, last)
    }
    if (isCommand && event.key.toLowerCase() === 'b') {
      done()
      return sheet.change((made, area, place) => {
        const isBold = made.styles[made.cells[nameOfPlace(place)]?.style ?? -1]?.font?.[2] === 'bold'
        return restyle(made, area, ({ font, ...style }) => ({
          ...style,
          font: isBold ? ['sc', font?.[1] ?? 9] : ['sc', font?.[1] ?? 9, 'bold'],
        }))
      })
    }
    if (isCommand || event.altKey) return
    // A key that begins a character of Chinese is called so.
    if (event.key.length === 1 || event.key === 'Process') write('')
  }

  const rows = linesIn(edges.y, seen.top, seen.height)
  const columns = linesIn(edges.x, seen.left, seen.width)
  const near = (area: Area) =>
    area.from.row <= rows.to && area.to.row >= rows.from && area.from.column <= columns.to && area.to.column >= columns.from
  const shown: Place[] = []
  for (let row = rows.from; row <= rows.to; row += 1)
    for (let column = columns.from; column <= columns.to; column += 1)
      if (!merges.some(({ from, to: last }) => row >= from.row && row <= last.row && column >= from.column && column <= last.column))
        shown.push({ row, column })
  const areas = [...shown.map((place): Area => ({ from: place, to: place })), ...merges.filter(near)]
  if (!areas.some(({ from }) => nameOfPlace(from) === nameOfPlace(active.from))) areas.push(active)
  const byRow = Map.groupBy(
    areas.toSorted((one, other) => one.from.row - other.from.row || one.from.column - other.from.column),
    ({ from }) => from.row,
  )
  const [wide, high] = [edges.x.at(-1) ?? 0, edges.y.at(-1) ?? 0]

  return (
    <div ref={scroller} className="sheet">
      <div
        ref={grid}
        className={brush.isHeld ? 'sheet-whole sheet-brush' : 'sheet-whole'}
        style={{ width: wide + EDGE_WIDTH, height: high + EDGE_HEIGHT }}
        role="grid"
        tabIndex={0}
        aria-label={t('report-design.sheet')}
        aria-rowcount={template.rows.length + 1}
        aria-colcount={template.columns.length + 1}
        aria-multiselectable
        aria-activedescendant={`sheet-${nameOfPlace(active.from)}`}
        onKeyDown={onKeyDown}
        {...clipboard}
        {...brush.pointer}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const field = event.dataTransfer.getData(FIELD_TYPE)
          const name = (event.target as HTMLElement).closest<HTMLElement>('[data-name]')?.dataset['name']
          const place = name === undefined ? undefined : placeNamed(name)
          if (field === '' || !place) return
          event.preventDefault()
          sheet.choose(place)
          sheet.change((made) => putField(made, place, field))
        }}
        onDoubleClick={(event) => {
          if ((event.target as HTMLElement).closest('[role=gridcell]')) write(typedOf(activeCell(sheet.store.getState())))
        }}
      >
        <div className="sheet-columns" role="row" aria-rowindex={1} style={{ height: EDGE_HEIGHT, width: wide + EDGE_WIDTH }}>
          <span className="sheet-corner" role="columnheader" aria-colindex={1} style={{ width: EDGE_WIDTH }}>
            <span className="visually-hidden">{t('report-design.rows')}</span>
          </span>
          {between(columns).map((column) => (
            <Edge
              key={column}
              line="column"
              at={column}
              isChosen={column >= chosen.from.column && column <= chosen.to.column}
              from={EDGE_WIDTH + (edges.x[column] ?? 0)}
              size={(edges.x[column + 1] ?? 0) - (edges.x[column] ?? 0)}
            />
          ))}
        </div>
        {[...byRow].map(([row, cells]) => (
          <div key={row} role="row" aria-rowindex={row + 2} className="sheet-row">
            <Edge
              line="row"
              at={row}
              isChosen={row >= chosen.from.row && row <= chosen.to.row}
              from={EDGE_HEIGHT + (edges.y[row] ?? 0)}
              size={(edges.y[row + 1] ?? 0) - (edges.y[row] ?? 0)}
            />
            {cells.map((area) => {
              const name = nameOfPlace(area.from)
              const { left, top, ...size } = spot(area)
              const cell = template.cells[name]
              return (
                <CellView
                  key={name}
                  name={name}
                  area={area}
                  cell={cell}
                  look={template.styles[cell?.style ?? -1]}
                  left={left + EDGE_WIDTH}
                  top={top + EDGE_HEIGHT}
                  width={size.width}
                  height={size.height}
                  isFaulty={faulty.has(name)}
                  isActive={name === nameOfPlace(active.from)}
                  isChosen={
                    area.from.row <= chosen.to.row &&
                    area.to.row >= chosen.from.row &&
                    area.from.column <= chosen.to.column &&
                    area.to.column >= chosen.from.column
                  }
                />
              )
            })}
          </div>
        ))}
      </div>
      <div className="sheet-cells" style={{ left: EDGE_WIDTH, top: EDGE_HEIGHT, width: wide, height: high }}>
        <Suspense fallback={null}>{template.page.background && <SheetBackground picture={template.page.background.picture} />}</Suspense>
        <span className="sheet-chosen" style={spot(chosen)} />
        {parents.map(({ name, direction }) => {
          const place = placeNamed(name)
          return (
            place && <span key={direction} className={`sheet-parent sheet-parent-${direction}`} style={spot(wholeOf(template, place))} />
          )
        })}
        {writing && <Writing text={writing.text} spot={spot(wholeOf(template, writing.place))} onEnd={end} />}
      </div>
    </div>
  )
}
