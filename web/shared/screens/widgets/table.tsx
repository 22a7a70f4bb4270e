/** Figures as a table: ranked where it is wanted, and moving by where there are more rows than fit. */
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { DASH } from '../truth.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { columnsOf, placeOf, textIn } from './figure-rows.ts'
import { More, fitting, roomOf, useStep } from './rows.tsx'
import { Shell } from './shell.tsx'
import { numberText, widthOf } from './value.ts'

/** A row moves on every so many milliseconds: as long as it takes to read one from afar. */
const STEP_MS = 2500
const MAX_COLUMNS = 8
/** Of the size of the text: what stays free within a cell, and the column of ranks. */
const PADDING = 1.4
const RANK = 3
/** What is no wider than this is shown in full, whatever becomes of the others. */
const MAX_SHORT = 9

/** The widths of columns that together fill a room, of what each would have: short ones have it, and the long ones share what is left. All in the same unit. */
export function columnWidths(wanted: readonly number[], room: number): number[] {
  const isShort = (width: number) => width <= MAX_SHORT
  const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0)
  const [short, long] = [sum(wanted.filter(isShort)), sum(wanted.filter((width) => !isShort(width)))]
  // Too narrow for the short ones alone, or nothing but short ones: all give way, or gain, alike.
  if (long === 0 || short >= room * 0.7) return wanted.map((width) => (width / (short + long || 1)) * room)
  return wanted.map((width) => (isShort(width) ? width : (width / long) * (room - short)))
}

export function TableView(props: WidgetProps<'table'>) {
  const { feed, options } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  useChanges(feed, [`figure:${options.figure}`])
  const answer = feed.figure(options.figure)
  const room = roomOf(props, options.title)
  const all = answer?.rows.slice(0, options.rows ?? 100) ?? []
  const { shown, more } = fitting(all.length, room.height - room.rowHeight, room.rowHeight)
  const moves = options.scroll === true && more > 0
  const step = useStep(STEP_MS, moves)
  const places = moves ? Math.max(1, Math.floor((room.height - room.rowHeight) / room.rowHeight)) : shown
  if (!answer || all.length === 0)
    return (
      <Shell {...props} title={options.title}>
        <Empty isWaiting={!answer} failure={feed.figureFailure?.(options.figure)} />
      </Shell>
    )
  const own = columnsOf(answer)
  const columns = (
    options.columns ??
    [...own.dimensions, ...own.measures].slice(0, MAX_COLUMNS).map(({ name }) => ({ column: name, label: undefined, digits: undefined }))
  ).flatMap((column) => {
    const at = placeOf(answer, column.column)
    return at === undefined ? [] : [{ ...column, at, isNumber: answer.columns[at]?.kind === 'number' }]
  })
  const words = { rest: t('figures.rest'), nothing: DASH }
  const rows = Array.from({ length: Math.min(places, all.length) }, (_, at) => (moves ? (at + step) % all.length : at))
  const textOf = (nth: number, { at, isNumber, digits, column }: (typeof columns)[number]) => {
    const cell = all[nth]?.[at] ?? null
    return typeof cell === 'number' && isNumber ? numberText(cell, digits, locale) : textIn(answer, all[nth] ?? [], column, words)
  }
  const headOf = ({ label, at }: (typeof columns)[number]) => label ?? answer.columns[at]?.label ?? ''
  const rank = options.rank ? RANK : 0
  const widths = columnWidths(
    columns.map((column) => Math.max(widthOf(headOf(column)), ...all.map((_, nth) => widthOf(textOf(nth, column)))) + PADDING),
    room.width / room.size - rank,
  )
  return (
    <Shell {...props} title={options.title}>
      <table className="sw-table">
        <colgroup>
          {options.rank && <col style={{ width: rank * room.size }} />}
          {widths.map((width, at) => (
            <col key={at} style={{ width: width * room.size }} />
          ))}
        </colgroup>
        <thead>
          <tr style={{ height: room.rowHeight }}>
            {options.rank && (
              <th scope="col" className="sw-rank">
                <span className="visually-hidden">{t('screen-widget.rank')}</span>
              </th>
            )}
            {columns.map((column) => (
              <th key={column.column} scope="col" className={column.isNumber ? 'sw-figure' : undefined}>
                {headOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((nth) => (
            <tr key={nth} style={{ height: room.rowHeight }}>
              {options.rank && (
                <td className="sw-rank">
                  <span data-rank={nth < 3 ? nth + 1 : undefined}>{nth + 1}</span>
                </td>
              )}
              {columns.map((column) => (
                <td key={column.column} className={column.isNumber ? 'sw-figure' : undefined}>
                  {textOf(nth, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!moves && <More count={more} />}
    </Shell>
  )
}
