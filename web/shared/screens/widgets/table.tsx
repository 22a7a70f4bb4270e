/** Figures as a table: ranked where it is wanted, and moving by where there are more rows than fit. */
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { columnsOf, placeOf, textIn } from './figure-rows.ts'
import { More, fitting, roomOf, useStep } from './rows.tsx'
import { Shell } from './shell.tsx'
import { numberText } from './value.ts'

/** A row moves on every so many milliseconds: as long as it takes to read one from afar. */
const STEP_MS = 2500
const MAX_COLUMNS = 8

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
  const words = { rest: t('figures.rest'), nothing: t('boards.nothing') }
  const rows = Array.from({ length: Math.min(places, all.length) }, (_, at) => (moves ? (at + step) % all.length : at))
  return (
    <Shell {...props} title={options.title}>
      <table className="sw-table">
        <thead>
          <tr style={{ height: room.rowHeight }}>
            {options.rank && (
              <th scope="col" className="sw-rank">
                <span className="visually-hidden">{t('screen-widget.rank')}</span>
              </th>
            )}
            {columns.map(({ column, label, at, isNumber }) => (
              <th key={column} scope="col" className={isNumber ? 'sw-figure' : undefined}>
                {label ?? answer.columns[at]?.label}
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
              {columns.map(({ column, at, isNumber, digits }) => {
                const cell = all[nth]?.[at] ?? null
                return (
                  <td key={column} className={isNumber ? 'sw-figure' : undefined}>
                    {typeof cell === 'number' && isNumber
                      ? numberText(cell, digits, locale)
                      : textIn(answer, all[nth] ?? [], column, words)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {!moves && <More count={more} />}
    </Shell>
  )
}
